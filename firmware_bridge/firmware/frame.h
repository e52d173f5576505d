/* Frames: COBS(code, fields, CRC-16/CCITT-FALSE, CRC-16/ARC) and a zero. The words of protocol.py, in C. */
#ifndef FRAME_H
#define FRAME_H
#include <stdint.h>

/* One byte from the host. Gives the payload's length when a whole frame has come, its checks right, else 0. */
uint8_t frame_feed(uint8_t byte);
extern uint8_t frame_payload[];
uint8_t frame_bad(void); /* frames thrown away since last asked */
void frame_count_bad(void);
void frame_say(const uint8_t *payload, uint8_t length);

#endif
