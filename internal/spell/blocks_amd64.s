#include "textflag.h"

// bytes that are compared with all of a block
DATA signs<>+0(SB)/8, $"\\\"\x1f\xed\xc0nu0"
GLOBL signs<>(SB), RODATA|NOPTR, $8

// func plainBlocks(dst, src *byte, n int, escapes *[256]byte) (read, written int)
TEXT ·plainBlocks(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ escapes+24(FP), R9
	XORQ AX, AX
	XORQ BX, BX
	VPBROADCASTB signs<>+0(SB), Y1

block:
	// What is left of a block after an escape is read again with what follows it.
	LEAQ 32(AX), DX
	CMPQ DX, CX
	JGT  rest
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU Y0, (DI)(BX*1)
	VPCMPEQB Y1, Y0, Y2
	VPMOVMSKB Y2, R8
	TESTL R8, R8
	JNZ escaped
	MOVQ DX, AX
	ADDQ $32, BX
	JMP block

escaped:
	BSFL R8, R8
	ADDQ R8, AX
	ADDQ R8, BX
	LEAQ 2(AX), DX
	CMPQ DX, CX
	JGT  rest
	MOVBLZX 1(SI)(AX*1), R8
	MOVBLZX (R9)(R8*1), R8
	TESTL R8, R8
	JZ rest
	MOVB R8, (DI)(BX*1)
	MOVQ DX, AX
	INCQ BX
	JMP block

rest:
	MOVQ AX, read+32(FP)
	MOVQ BX, written+40(FP)
	VZEROUPPER
	RET

// func escapeBlocks(dst *byte, room int, src *byte, n int, escapes *[256]byte, odd uint64) (read, written int)
TEXT ·escapeBlocks(SB), NOSPLIT, $0-64
	MOVQ dst+0(FP), DI
	MOVQ room+8(FP), R10
	MOVQ src+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ escapes+32(FP), R9
	XORQ AX, AX
	XORQ BX, BX
	VPBROADCASTB signs<>+0(SB), Y1
	VPBROADCASTB signs<>+1(SB), Y2
	VPBROADCASTB signs<>+2(SB), Y3
	VPBROADCASTB signs<>+3(SB), Y4
	VPBROADCASTQ odd+40(FP), Y7

block:
	// Here is room for a block and an escape.
	LEAQ 32(AX), DX
	CMPQ DX, CX
	JGT  rest
	LEAQ 34(BX), R8
	CMPQ R8, R10
	JGT  rest
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU Y0, (DI)(BX*1)
	VPCMPEQB Y1, Y0, Y5
	VPCMPEQB Y2, Y0, Y6
	VPOR Y6, Y5, Y5
	VPCMPEQB Y4, Y0, Y6
	VPOR Y6, Y5, Y5
	VPMINUB Y3, Y0, Y6
	VPCMPEQB Y6, Y0, Y6
	VPOR Y6, Y5, Y5
	VPAND Y7, Y0, Y6
	VPOR Y6, Y5, Y5
	VPMOVMSKB Y5, R8
	TESTL R8, R8
	JNZ odd
	MOVQ DX, AX
	ADDQ $32, BX
	JMP block

odd:
	BSFL R8, R8
	ADDQ R8, AX
	ADDQ R8, BX
	MOVBLZX (SI)(AX*1), R8
	MOVBLZX (R9)(R8*1), R8
	TESTL R8, R8
	JZ rest
	MOVB $0x5C, (DI)(BX*1)
	MOVB R8, 1(DI)(BX*1)
	INCQ AX
	ADDQ $2, BX
	JMP block

rest:
	MOVQ AX, read+48(FP)
	MOVQ BX, written+56(FP)
	VZEROUPPER
	RET

// func continuing(b *byte, n int) (count int)
TEXT ·continuing(SB), NOSPLIT, $0-24
	MOVQ b+0(FP), SI
	MOVQ n+8(FP), CX
	XORQ AX, AX
	VPBROADCASTB signs<>+4(SB), Y1
	SUBQ $32, CX

whole:
	// As signed numbers, the bytes that continue a character are those below 0xC0.
	VPCMPGTB (SI), Y1, Y0
	VPMOVMSKB Y0, R8
	POPCNTL R8, R8
	ADDQ R8, AX
	ADDQ $32, SI
	SUBQ $32, CX
	JGE whole

	// What is left is the end of a block whose other bytes were counted.
	VPCMPGTB (SI)(CX*1), Y1, Y0
	VPMOVMSKB Y0, R8
	NEGQ CX
	SHRQ CX, R8
	POPCNTL R8, R8
	ADDQ R8, AX
	MOVQ AX, count+16(FP)
	VZEROUPPER
	RET

// func newlineBlocks(p *byte, n int, numbers bool) (at int, found bool)
TEXT ·newlineBlocks(SB), NOSPLIT, $0-33
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVBLZX numbers+16(FP), R11
	XORQ AX, AX
	// The last place of a block: four bytes after it are looked at.
	SUBQ $36, CX
	MOVL $0xAAAAAAAA, DI
	VPBROADCASTB signs<>+0(SB), Y1
	VPBROADCASTB signs<>+5(SB), Y2
	VPBROADCASTB signs<>+6(SB), Y3
	VPBROADCASTB signs<>+7(SB), Y4

block:
	// Here is the start of a character or of an escape.
	CMPQ AX, CX
	JGT  rest
	VPCMPEQB (SI)(AX*1), Y1, Y0
	VPMOVMSKB Y0, R8
	TESTL R8, R8
	JNZ escaped
	ADDQ $32, AX
	JMP block

escaped:
	// Every second backslash of a run begins an escape; a subtraction carries through the
	// run (the way of simdjson).
	LEAL (R8)(R8*1), R12
	ORL  DI, R12
	SUBL R8, R12
	XORL DI, R12
	ANDL R8, R12
	VPCMPEQB 1(SI)(AX*1), Y2, Y0
	VPMOVMSKB Y0, R9
	TESTL R11, R11
	JZ   letters
	VPCMPEQB 1(SI)(AX*1), Y3, Y0
	VPCMPEQB 4(SI)(AX*1), Y4, Y5
	VPAND Y5, Y0, Y0
	VPMOVMSKB Y0, R10
	ORL  R10, R9

letters:
	ANDL R12, R9
	JNZ  found
	// An escape at the end has a byte in the next block.
	SHRL $31, R12
	LEAQ 32(AX)(R12*1), AX
	JMP  block

found:
	BSFL R9, R9
	ADDQ R9, AX
	MOVQ AX, at+24(FP)
	MOVB $1, found+32(FP)
	VZEROUPPER
	RET

rest:
	MOVQ AX, at+24(FP)
	MOVB $0, found+32(FP)
	VZEROUPPER
	RET
