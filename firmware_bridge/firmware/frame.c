#include "frame.h"

#include <stdbool.h>
#include <util/crc16.h>

#include "table.h"
#include "uart.h"

uint8_t frame_payload[LONGEST];
static uint8_t encoded[LONGEST], got, bad;
static bool skipping;

uint8_t frame_bad(void) {
    uint8_t count = bad;
    bad = 0;
    return count;
}

void frame_count_bad(void) {
    if (bad < 255) bad++;
}

static void checks(const uint8_t *data, uint8_t length, uint8_t *four) {
    uint16_t ccitt = 0xFFFF, arc = 0;
    for (uint8_t n = 0; n < length; n++) {
        ccitt = _crc_xmodem_update(ccitt, data[n]);
        arc = _crc16_update(arc, data[n]);
    }
    four[0] = ccitt;
    four[1] = ccitt >> 8;
    four[2] = arc;
    four[3] = arc >> 8;
}

/* Undoes COBS into frame_payload; 0 if it is none. */
static uint8_t decode(uint8_t length) {
    uint8_t from = 0, to = 0;
    while (from < length) {
        uint8_t jump = encoded[from++];
        if (from + jump - 1 > length) return 0;
        for (uint8_t n = 1; n < jump; n++) frame_payload[to++] = encoded[from++];
        if (from < length) frame_payload[to++] = 0; /* no run is ever 254 long here, so each ends in a zero */
    }
    return to;
}

static uint8_t close_frame(void) {
    uint8_t four[4], length = decode(got);
    if (length <= 4) return 0;
    length -= 4;
    checks(frame_payload, length, four);
    for (uint8_t n = 0; n < 4; n++)
        if (four[n] != frame_payload[length + n]) return 0;
    return length;
}

uint8_t frame_feed(uint8_t byte) {
    if (byte) {
        if (got == LONGEST) skipping = true;
        if (!skipping) encoded[got++] = byte;
        return 0;
    }
    uint8_t length = 0;
    if (got) {
        length = skipping ? 0 : close_frame();
        if (!length) frame_count_bad();
    }
    got = 0;
    skipping = false;
    return length;
}

void frame_say(const uint8_t *payload, uint8_t length) {
    uint8_t data[LONGEST], n, run;
    for (n = 0; n < length; n++) data[n] = payload[n];
    checks(payload, length, data + length);
    length += 4;
    n = 0;
    for (;;) {
        for (run = n; run < length && data[run]; run++) {
        }
        uart_put(run - n + 1);
        for (; n < run; n++) uart_put(data[n]);
        if (run == length) break;
        n++; /* the zero that the run's length stands for */
    }
    uart_put(0);
}
