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

// bytes that are compared with all of a block
DATA signs<>+0(SB)/8, $"\"\\\x1f\x0fu\x00\x00\x00"
GLOBL signs<>(SB), RODATA|NOPTR, $8

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
	OUTSIDE(Y13, Y14, Y2, Y3)
	MASK(Y2, Y3, R9, BX)
	ANDQ R12, R9
	ORQ R9, R11
	MOVQ R12, BX
	NOTQ BX
	ANDQ BX, R10
	// Without its second half, an escape at the end is read with the next block.
	SHRQ $63, R13
	SUBQ R13, DX
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
	LEAQ -1(R10), BX
	MOVQ R10, R8
	NOTQ R8
	ANDQ R8, BX
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
