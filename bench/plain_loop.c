#include "bench/plain_loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct PlainShape Shape;

/* Where each kind of weight begins. */
typedef struct {
    const float *embedding, *attention_norm, *wq, *wk, *wv, *wo, *mlp_norm, *gate, *down, *up,
        *final_norm;
} Weights;

/* What a token's run through the model needs, each part of one block of memory. */
typedef struct {
    float *x, *normed, *mixed, *projected, *q, *hidden, *up, *scores, *logits, *keys, *values;
} State;

static int HeadDim(const Shape* s) { return s->d_model / s->query_heads; }
static int KvWidth(const Shape* s) { return s->kv_heads * HeadDim(s); }

static const float* Take(const float** at, long count) {
    const float* here = *at;
    *at += count;
    return here;
}

static Weights Lay(const Shape* s, const float* at) {
    const long d = s->d_model, n = s->layers, kv = KvWidth(s), h = s->hidden;
    Weights w;
    w.embedding = Take(&at, s->vocabulary * d);
    w.attention_norm = Take(&at, n * d);
    w.wq = Take(&at, n * d * d);
    w.wk = Take(&at, n * d * kv);
    w.wv = Take(&at, n * d * kv);
    w.wo = Take(&at, n * d * d);
    w.mlp_norm = Take(&at, n * d);
    w.gate = Take(&at, n * d * h);
    w.down = Take(&at, n * d * h);
    w.up = Take(&at, n * d * h);
    w.final_norm = Take(&at, d);
    return w;
}

long PlainWeightCount(const Shape* s) {
    const long d = s->d_model;
    return s->vocabulary * d + d +
           s->layers * (2 * d + 2 * d * d + 2 * d * KvWidth(s) + 3 * d * s->hidden);
}

static void Times(float* y, const float* matrix, const float* x, int in, int out) {
    for (int row = 0; row < out; ++row) {
        float sum = 0.0f;
        for (int i = 0; i < in; ++i) sum += matrix[row * in + i] * x[i];
        y[row] = sum;
    }
}

static void RmsNorm(float* y, const float* x, const float* gain, int size) {
    float sum = 0.0f;
    for (int i = 0; i < size; ++i) sum += x[i] * x[i];
    const float scale = 1.0f / sqrtf(sum / (float)size + 1e-5f);
    for (int i = 0; i < size; ++i) y[i] = x[i] * scale * gain[i];
}

static void Softmax(float* x, int size) {
    float largest = x[0], sum = 0.0f;
    for (int i = 1; i < size; ++i) largest = x[i] > largest ? x[i] : largest;
    for (int i = 0; i < size; ++i) {
        x[i] = expf(x[i] - largest);
        sum += x[i];
    }
    for (int i = 0; i < size; ++i) x[i] /= sum;
}

static void Rope(float* x, int width, int head_dim, int position) {
    for (int i = 0; i < width; i += 2) {
        const float angle =
            (float)position * powf(10000.0f, -(float)(i % head_dim) / (float)head_dim);
        const float cosine = cosf(angle), sine = sinf(angle), a = x[i], b = x[i + 1];
        x[i] = a * cosine - b * sine;
        x[i + 1] = a * sine + b * cosine;
    }
}

static void Attend(const Shape* s, State* t, const float* keys, const float* values, int position) {
    const int head_dim = HeadDim(s), kv = KvWidth(s), group = s->query_heads / s->kv_heads;
    const float scale = 1.0f / sqrtf((float)head_dim);
    for (int head = 0; head < s->query_heads; ++head) {
        const float* q = t->q + head * head_dim;
        const int offset = head / group * head_dim;
        for (int p = 0; p <= position; ++p) {
            float sum = 0.0f;
            for (int i = 0; i < head_dim; ++i) sum += q[i] * keys[p * kv + offset + i];
            t->scores[p] = sum * scale;
        }
        Softmax(t->scores, position + 1);
        float* mixed = t->mixed + head * head_dim;
        memset(mixed, 0, (size_t)head_dim * sizeof(float));
        for (int p = 0; p <= position; ++p) {
            for (int i = 0; i < head_dim; ++i) {
                mixed[i] += t->scores[p] * values[p * kv + offset + i];
            }
        }
    }
}

static void Layer(const Shape* s, const Weights* w, State* t, int layer, int position) {
    const int d = s->d_model, kv = KvWidth(s), h = s->hidden;
    float* keys = t->keys + (long)layer * s->context * kv;
    float* values = t->values + (long)layer * s->context * kv;
    RmsNorm(t->normed, t->x, w->attention_norm + layer * d, d);
    Times(t->q, w->wq + layer * d * d, t->normed, d, d);
    Times(keys + position * kv, w->wk + layer * d * kv, t->normed, d, kv);
    Times(values + position * kv, w->wv + layer * d * kv, t->normed, d, kv);
    Rope(t->q, d, HeadDim(s), position);
    Rope(keys + position * kv, kv, HeadDim(s), position);
    Attend(s, t, keys, values, position);
    Times(t->projected, w->wo + layer * d * d, t->mixed, d, d);
    for (int i = 0; i < d; ++i) t->x[i] += t->projected[i];

    RmsNorm(t->normed, t->x, w->mlp_norm + layer * d, d);
    Times(t->hidden, w->gate + layer * d * h, t->normed, d, h);
    Times(t->up, w->up + layer * d * h, t->normed, d, h);
    for (int i = 0; i < h; ++i) t->hidden[i] *= t->up[i] / (1.0f + expf(-t->hidden[i]));
    Times(t->projected, w->down + layer * d * h, t->hidden, h, d);
    for (int i = 0; i < d; ++i) t->x[i] += t->projected[i];
}

static int Greedy(const float* logits, int size) {
    int best = 0;
    for (int i = 1; i < size; ++i) best = logits[i] > logits[best] ? i : best;
    return best;
}

int PlainDecode(const Shape* s, const float* weights, int first_token, int count, int* ids) {
    const Weights w = Lay(s, weights);
    const long d = s->d_model, cache = (long)s->layers * s->context * KvWidth(s);
    const long size = 5 * d + 2L * s->hidden + s->context + s->vocabulary + 2 * cache;
    float* block = calloc((size_t)size, sizeof(float));
    if (block == NULL) return -1;
    const float* at = block;
    State t;
    t.x = (float*)Take(&at, d);
    t.normed = (float*)Take(&at, d);
    t.mixed = (float*)Take(&at, d);
    t.projected = (float*)Take(&at, d);
    t.q = (float*)Take(&at, d);
    t.hidden = (float*)Take(&at, s->hidden);
    t.up = (float*)Take(&at, s->hidden);
    t.scores = (float*)Take(&at, s->context);
    t.logits = (float*)Take(&at, s->vocabulary);
    t.keys = (float*)Take(&at, cache);
    t.values = (float*)Take(&at, cache);

    int token = first_token;
    for (int position = 0; position < count; ++position) {
        memcpy(t.x, w.embedding + token * d, (size_t)d * sizeof(float));
        for (int layer = 0; layer < s->layers; ++layer) Layer(s, &w, &t, layer, position);
        RmsNorm(t.normed, t.x, w.final_norm, s->d_model);
        Times(t.logits, w.embedding, t.normed, s->d_model, s->vocabulary);
        token = ids[position] = Greedy(t.logits, s->vocabulary);
    }
    free(block);
    return 0;
}
