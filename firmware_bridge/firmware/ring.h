/* WS2812 rings, RING_LEDS to a seat, all in one chain from PB4 (Arduino pin 12). Harmless if none is there. */
#ifndef RING_H
#define RING_H
#include <stdint.h>

void ring_start(void);
void ring_show(const uint8_t *colours); /* a seat each: bits 1 red, 2 green, 4 blue */

#endif
