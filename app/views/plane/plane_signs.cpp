#include "app/views/plane/plane_signs.h"

namespace decodescope {

void PaintSign(const Pen& pen, ImVec2 at, PlaneSign sign) {
    const Palette& c = pen.theme.colors();
    const float diamond = pen.theme.Px(kDiamond);
    switch (sign) {
        case PlaneSign::Key:
            pen.list.AddQuadFilled({at.x, at.y - diamond}, {at.x + diamond, at.y},
                                   {at.x, at.y + diamond}, {at.x - diamond, at.y}, c.k.stroke);
            pen.list.AddQuad({at.x, at.y - diamond}, {at.x + diamond, at.y}, {at.x, at.y + diamond},
                             {at.x - diamond, at.y}, c.k.text, pen.theme.Px(1));
            break;
        case PlaneSign::Value:
            pen.In(c.panel).Disc(at, kDot + 1);
            pen.In(c.v.stroke).Disc(at, kDot);
            break;
        case PlaneSign::Query:
            pen.In(c.q.stroke)
                .Fill({{at.x - pen.theme.Px(9), at.y - pen.theme.Px(kQueryBand) / 2},
                       {at.x + pen.theme.Px(9), at.y + pen.theme.Px(kQueryBand) / 2}},
                      2);
            break;
        case PlaneSign::Hidden:
            pen.In(c.panel).Disc(at, kDisc + 1);
            pen.In(c.ink).Disc(at, kDisc);
            break;
    }
}

}  // namespace decodescope
