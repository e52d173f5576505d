/* Codes, sizes and rhythms shared with the host. Written by `python -m firmware_bridge.header`: change messages.py
 * or rhythms.py, never this file. */
#ifndef TABLE_H
#define TABLE_H
#include <avr/pgmspace.h>
#include <stdint.h>

#define PROTOCOL 1
#define SEATS 6
#define LONGEST 40
#define STEP_MS 200
#define STEPS 12

/* Code of each message, and its length with the code, without the checks. */
#define ASK_HELLO 0x01
#define ASK_HELLO_LENGTH 2
#define SHOW_LAMPS 0x02
#define SHOW_LAMPS_LENGTH 10
#define TAKE_PRESS 0x03
#define TAKE_PRESS_LENGTH 5
#define PING 0x04
#define PING_LENGTH 3
#define ASK_STATE 0x05
#define ASK_STATE_LENGTH 1
#define ASK_COUNTERS 0x06
#define ASK_COUNTERS_LENGTH 1
#define SELF_TEST 0x07
#define SELF_TEST_LENGTH 1
#define HELLO 0x81
#define HELLO_LENGTH 12
#define BOX_STATE 0x82
#define BOX_STATE_LENGTH 12
#define PRESS_MADE 0x83
#define PRESS_MADE_LENGTH 10
#define LAMPS_SHOWN 0x84
#define LAMPS_SHOWN_LENGTH 3
#define PONG 0x85
#define PONG_LENGTH 3
#define COUNTERS 0x86
#define COUNTERS_LENGTH 14
#define SELF_TEST_DONE 0x87
#define SELF_TEST_DONE_LENGTH 6

#define BUTTON_UP 0
#define BUTTON_DOWN 1
#define BUTTON_OK 2
#define BUTTON_PASS 3

#define KIND_TAP 0
#define KIND_HELD 1
#define KIND_TOGETHER 2

#define LAMP_OFF 0
#define LAMP_YOUR_TURN 1
#define LAMP_BID_WANTED 2
#define LAMP_DEALER 3
#define LAMP_TOOK_TRICK 4
#define LAMP_FINDING 5
#define LAMP_QUESTION 6
#define LAMP_WAITING 7
#define LAMP_NO_REFEREE 8

#define START_UNKNOWN 0
#define START_POWER 1
#define START_RESET_PIN 2
#define START_BROWN_OUT 3
#define START_WATCHDOG 4

#define CAN_LAMPS 1
#define CAN_RINGS 2
#define CAN_SELF_TEST 4

#define LAMP_PATTERNS 9

/* Bit n: lit in step n. */
static const uint16_t RHYTHM[LAMP_PATTERNS] PROGMEM = {0x0, 0xfff, 0x1c7, 0x1, 0x5, 0x555, 0x5f, 0x3ff, 0x3f};
/* Bits 1 red, 2 green, 4 blue. */
static const uint8_t COLOUR[LAMP_PATTERNS] PROGMEM = {0x0, 0x2, 0x4, 0x7, 0x6, 0x1, 0x3, 0x6, 0x5};

#endif
