#include "textflag.h"

// Sets of characters, told by the two halves of a byte: it belongs to the set
// if the entries of its low and its high half share a bit. VPSHUFB finds no
// entry, zero, for the low half of a byte above ASCII.

// What may stand behind a backslash: " and / (bit 0), \ (1), b f n (2), r t u (3).
DATA escapes<>+0(SB)/8, $"\x00\x00\x0d\x00\x08\x08\x04\x00"
DATA escapes<>+8(SB)/8, $"\x00\x00\x00\x00\x02\x00\x04\x01"
DATA escapes<>+16(SB)/8, $"\x00\x00\x01\x00\x00\x02\x04\x08"
DATA escapes<>+24(SB)/8, $"\x00\x00\x00\x00\x00\x00\x00\x00"
GLOBL escapes<>(SB), RODATA|NOPTR, $32

// Hexadecimal digits: 0 to 9 (bit 0), A to F and a to f (1).
DATA digits<>+0(SB)/8, $"\x01\x03\x03\x03\x03\x03\x03\x01"
DATA digits<>+8(SB)/8, $"\x01\x01\x00\x00\x00\x00\x00\x00"
DATA digits<>+16(SB)/8, $"\x00\x00\x00\x01\x02\x00\x02\x00"
DATA digits<>+24(SB)/8, $"\x00\x00\x00\x00\x00\x00\x00\x00"
GLOBL digits<>(SB), RODATA|NOPTR, $32

// What is wrong with two bytes in a row, one bit for each fault: it is one where
// the entries of the first byte's halves and of the second byte's high half share
// a bit. (J. Keiser and D. Lemire, "Validating UTF-8 in less than one instruction
// per byte", 2020.) Bit 0: a lead without what continues it; 1: an ASCII byte
// continued; 2: an overlong character of three bytes; 3 and 6: one above U+10FFFF,
// or, 6, an overlong one of four; 4: a surrogate; 5: an overlong one of two; 7: two
// bytes that continue, which the third or fourth byte of a character may be.
DATA pairs<>+0(SB)/8, $"\x02\x02\x02\x02\x02\x02\x02\x02" // the first byte's high half
DATA pairs<>+8(SB)/8, $"\x80\x80\x80\x80\x21\x01\x15\x49"
DATA pairs<>+16(SB)/8, $"\xe7\xa3\x83\x83\x8b\xcb\xcb\xcb" // its low half
DATA pairs<>+24(SB)/8, $"\xcb\xcb\xcb\xcb\xcb\xdb\xcb\xcb"
DATA pairs<>+32(SB)/8, $"\x01\x01\x01\x01\x01\x01\x01\x01" // the second's high half
DATA pairs<>+40(SB)/8, $"\xe6\xae\xba\xba\x01\x01\x01\x01"
GLOBL pairs<>(SB), RODATA|NOPTR, $48

// bytes that are compared with all of a block, and from 5 on three that tell the
// leads of three and of four bytes
DATA signs<>+0(SB)/8, $"\"\\\x1f\x0fu\x60\x70\x80"
GLOBL signs<>(SB), RODATA|NOPTR, $8

DATA feed<>+0(SB)/8, $"n\x00\x00\x00\x00\x00\x00\x00"
GLOBL feed<>(SB), RODATA|NOPTR, $8

// MASK sets dst to the bits of the bytes of a (low half) and b (high half).
#define MASK(a, b, dst, tmp) \
	VPMOVMSKB a, dst; \
	VPMOVMSKB b, tmp; \
	SHLQ $32, tmp;    \
	ORQ tmp, dst

// OUTSIDE sets a and b to 0xFF where the bytes of Y0 and Y1 are not in the set
// whose halves are in low and high.
#define OUTSIDE(low, high, a, b) \
	VPSHUFB Y0, low, a;     \
	VPSHUFB Y1, low, b;     \
	VPSRLW $4, Y0, Y4;      \
	VPSRLW $4, Y1, Y5;      \
	VPAND Y12, Y4, Y4;      \
	VPAND Y12, Y5, Y5;      \
	VPSHUFB Y4, high, Y4;   \
	VPSHUFB Y5, high, Y5;   \
	VPAND Y4, a, a;         \
	VPAND Y5, b, b;         \
	VPCMPEQB Y15, a, a;     \
	VPCMPEQB Y15, b, b

// CHARACTERS sets ok to 0xFF where the byte of cur, which lies at off, goes with
// the three bytes before it. Y6 to Y8 hold signs 5 to 7.
#define CHARACTERS(off, cur, ok) \
	VMOVDQU (off-1)(SI)(AX*1), Y4;     \
	VPSRLW $4, Y4, Y5;                 \
	VPAND Y12, Y5, Y5;                 \
	VPAND Y12, Y4, Y4;                 \
	VBROADCASTI128 pairs<>+0(SB), ok;  \
	VPSHUFB Y5, ok, Y5;                \
	VBROADCASTI128 pairs<>+16(SB), ok; \
	VPSHUFB Y4, ok, Y4;                \
	VPAND Y4, Y5, Y5;                  \
	VPSRLW $4, cur, Y4;                \
	VPAND Y12, Y4, Y4;                 \
	VBROADCASTI128 pairs<>+32(SB), ok; \
	VPSHUFB Y4, ok, Y4;                \
	VPAND Y4, Y5, Y5;                  \
	VMOVDQU (off-2)(SI)(AX*1), Y4;     \
	VPSUBUSB Y6, Y4, Y4;               \
	VMOVDQU (off-3)(SI)(AX*1), ok;     \
	VPSUBUSB Y7, ok, ok;               \
	VPOR Y4, ok, ok;                   \
	VPAND Y8, ok, ok;                  \
	VPXOR Y5, ok, ok;                  \
	VPCMPEQB Y15, ok, ok

// func stringBlocks(p *byte, n int) (end, state int)
TEXT ·stringBlocks(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	XORQ AX, AX
	MOVQ $0xAAAAAAAAAAAAAAAA, DI
	VPBROADCASTB signs<>+0(SB), Y9
	VPBROADCASTB signs<>+1(SB), Y10
	VPBROADCASTB signs<>+2(SB), Y11
	VPBROADCASTB signs<>+3(SB), Y12
	VBROADCASTI128 escapes<>+0(SB), Y13
	VBROADCASTI128 escapes<>+16(SB), Y14
	VPXOR Y15, Y15, Y15

block:
	// A block of 64 bytes begins at AX, where no escape is under way.
	LEAQ 64(AX), DX
	CMPQ DX, CX
	JGT  rest
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU 32(SI)(AX*1), Y1
	VPCMPEQB Y10, Y0, Y2
	VPCMPEQB Y10, Y1, Y3
	MASK(Y2, Y3, R8, BX) // backslashes
	VPCMPEQB Y9, Y0, Y2
	VPCMPEQB Y9, Y1, Y3
	MASK(Y2, Y3, R10, BX) // quotes
	VPMINUB Y11, Y0, Y2
	VPMINUB Y11, Y1, Y3
	VPCMPEQB Y2, Y0, Y2
	VPCMPEQB Y3, Y1, Y3
	MASK(Y2, Y3, R11, BX) // what may not stand there: control characters
	VMOVDQU -3(SI)(AX*1), Y2
	VPOR Y0, Y1, Y3
	VPOR Y2, Y3, Y3
	VPMOVMSKB Y3, BX
	TESTL BX, BX
	JZ ascii
	VPBROADCASTB signs<>+5(SB), Y6
	VPBROADCASTB signs<>+6(SB), Y7
	VPBROADCASTB signs<>+7(SB), Y8
	CHARACTERS(0, Y0, Y2)
	CHARACTERS(32, Y1, Y3)
	MASK(Y2, Y3, R9, BX)
	NOTQ R9
	ORQ R9, R11

ascii:
	TESTQ R8, R8
	JNZ escaped

plain:
	TESTQ R10, R10
	JNZ quoted
	TESTQ R11, R11
	JNZ wrong
	MOVQ DX, AX
	JMP block

escaped:
	// Every second backslash of a run begins an escape; a subtraction carries
	// through the run (the way of simdjson). R13: the backslashes that do, R12:
	// the characters behind them.
	LEAQ (R8)(R8*1), R12
	ORQ DI, R12
	SUBQ R8, R12
	XORQ DI, R12
	MOVQ R12, R13
	ANDQ R8, R13
	XORQ R8, R12
	VPBROADCASTB feed<>+0(SB), Y4
	VPCMPEQB Y4, Y0, Y2
	VPCMPEQB Y4, Y1, Y3
	MASK(Y2, Y3, R9, BX)
	ORQ R8, R9
	ORQ R10, R9
	MOVQ R12, BX
	NOTQ BX
	ANDQ BX, R10
	// Without its second half, an escape at the end is read with the next block.
	SHRQ $63, R13
	SUBQ R13, DX
	NOTQ R9
	ANDQ R12, R9
	JZ plain

	// Most are line feeds, quotes and backslashes; here are others.
	OUTSIDE(Y13, Y14, Y2, Y3)
	MASK(Y2, Y3, R9, BX)
	ANDQ R12, R9
	ORQ R9, R11
	VPBROADCASTB signs<>+4(SB), Y4
	VPCMPEQB Y4, Y0, Y2
	VPCMPEQB Y4, Y1, Y3
	MASK(Y2, Y3, R9, BX)
	ANDQ R12, R9
	JZ plain

	// R9: the u of escapes, of which those before the string's end count.
	LEAQ -1(R10), BX
	MOVQ R10, R8
	NOTQ R8
	ANDQ R8, BX
	ANDQ BX, R9
	VBROADCASTI128 digits<>+0(SB), Y6
	VBROADCASTI128 digits<>+16(SB), Y7
	OUTSIDE(Y6, Y7, Y2, Y3)
	MASK(Y2, Y3, R8, BX)
	LEAQ (R9)(R9*1), R12
	MOVQ R9, BX
	SHLQ $2, BX
	ORQ BX, R12
	MOVQ R12, BX
	SHLQ $2, BX
	ORQ BX, R12 // the four places behind each u
	ANDQ R8, R12
	JNZ wrong

	MOVQ $0xF000000000000000, BX
	ANDQ BX, R9
	JZ plain
	// Not all of its digits are here: the next block begins at its backslash.
	TESTQ R10, R10
	JNZ wrong
	TESTQ R11, R11
	JNZ wrong
	BSFQ R9, R9
	LEAQ -1(AX)(R9*1), AX
	JMP block

quoted:
	// The quote itself may stand where a character should go on.
	LEAQ -1(R10), BX
	XORQ R10, BX
	TESTQ R11, BX
	JNZ wrong
	BSFQ R10, R10
	LEAQ 1(AX)(R10*1), AX
	MOVQ AX, end+16(FP)
	MOVQ $1, state+24(FP)
	VZEROUPPER
	RET

wrong:
	MOVQ AX, end+16(FP)
	MOVQ $-1, state+24(FP)
	VZEROUPPER
	RET

rest:
	MOVQ AX, end+16(FP)
	MOVQ $0, state+24(FP)
	VZEROUPPER
	RET
