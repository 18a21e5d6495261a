// The whole program in one view, frame by frame, as the window runs it.
#pragma once

#include <utility>

#include "app/apply/view_commands.h"
#include "app/shell/app.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

struct ProgramBench {
    explicit ProgramBench(AppState shown, View view = View::Pass)
        : app(std::move(shown), "", [] {}),
          ui(
              [this](Hotspots& spots) {
                  app.Frame(now += 0.01);
                  spots = app.hotspots();
              },
              {1600, 900}, HeadlessUi::Fonts::Own) {
        ui.before_frame = [this] { app.LoadLook(); };
        app.Do(ChooseView{view});
        ui.Settle();
    }

    App app;
    double now = 0;
    HeadlessUi ui;
};

}  // namespace decodescope
