/* The yardstick: a LLaMA-shaped decoder as a plain C loop, with nothing kept.

   It computes what the engine computes without capture, one token at a time with a KV cache, on
   weights of its own, and selects greedily. It exists to be timed beside the engine in one run. */
#ifndef DECODESCOPE_BENCH_PLAIN_LOOP_H
#define DECODESCOPE_BENCH_PLAIN_LOOP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes as in a llama2.c header; the output matrix is the token embedding. */
struct PlainShape {
    int d_model, hidden, layers, query_heads, kv_heads, vocabulary, context;
};

/* How many floats the weights take: all of one kind together, each for all layers, as in a llama2.c
   checkpoint without its header and RoPE tables. */
long PlainWeightCount(const struct PlainShape* shape);

/* Feeds `first_token`, then each token selected, until `count` tokens are selected into `ids`.
   Returns 0, or -1 where memory is short. */
int PlainDecode(const struct PlainShape* shape, const float* weights, int first_token, int count,
                int* ids);

#ifdef __cplusplus
}
#endif

#endif
