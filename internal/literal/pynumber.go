package literal

import (
	"math/big"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
)

// maxRadixDigits limits hexadecimal, octal and binary numbers: turning them
// into decimal digits is the one conversion here that takes more than linear
// time. The limit is about the one that Python itself sets.
const maxRadixDigits = 4096

// number converts the number at offset i, sign included.
func (p *python) number(i int) (int, *Error) {
	c, width := text.At(p.t, i)
	if c == '-' || c == '+' {
		if c == '-' {
			p.dst = append(p.dst, '-')
		}
		i = p.blank(i + width)
		c, width = text.At(p.t, i)
	}
	var err *Error
	if c == '0' {
		letter, letterWidth := text.At(p.t, i+width)
		if base := radix(letter); base != 0 {
			if i, err = p.integer(i+width+letterWidth, base); err != nil {
				return i, err
			}
			return i, p.boundary(i)
		}
	}
	if i, err = p.decimal(i); err != nil {
		return i, err
	}
	return i, p.boundary(i)
}

// radix returns the base that the letter after a zero means, or 0.
func radix(letter byte) int {
	switch letter | 0x20 {
	case 'x':
		return 16
	case 'o':
		return 8
	case 'b':
		return 2
	}
	return 0
}

// integer converts an integer of another base than 10 from its digits on.
func (p *python) integer(i, base int) (int, *Error) {
	var digits strings.Builder
	if c, width := text.At(p.t, i); c == '_' {
		i += width
	}
	for digits.Len() <= maxRadixDigits {
		c, width := text.At(p.t, i)
		if c == '_' && digits.Len() > 0 {
			next, _ := text.At(p.t, i+width)
			if v, ok := hexValue(next); !ok || int(v) >= base {
				break
			}
			i += width
			continue
		}
		if v, ok := hexValue(c); !ok || int(v) >= base {
			break
		}
		digits.WriteByte(c)
		i += width
	}
	if digits.Len() > maxRadixDigits {
		return i, &Error{Offset: i, msg: "too long a number in base 2, 8 or 16"}
	}
	if digits.Len() == 0 {
		return i, expected(p.t, i, "a digit")
	}
	number, _ := new(big.Int).SetString(digits.String(), base) // they are digits
	p.dst = number.Append(p.dst, 10)
	return i, nil
}

// decimal converts a number without its sign. JSON wants a digit on both sides
// of the point and no zeros before another digit.
func (p *python) decimal(i int) (int, *Error) {
	from := len(p.dst)
	i = p.digits(i)
	count := len(p.dst) - from
	c, width := text.At(p.t, i)
	whole := c != '.' && c != 'e' && c != 'E'
	zeros := 0
	for zeros < count-1 && p.dst[from+zeros] == '0' {
		zeros++
	}
	if zeros > 0 && whole && p.dst[from+zeros] != '0' {
		return i, &Error{Offset: i, msg: "zeros before an integer"}
	}
	p.dst = slices.Delete(p.dst, from, from+zeros)
	if c == '.' {
		if count == 0 {
			p.dst = append(p.dst, '0')
		}
		p.dst = append(p.dst, '.')
		point := len(p.dst)
		i = p.digits(i + width)
		if len(p.dst) == point {
			if count == 0 {
				return i, expected(p.t, i, "a digit")
			}
			p.dst = append(p.dst, '0')
		}
		c, width = text.At(p.t, i)
	} else if count == 0 {
		return i, expected(p.t, i, "a digit")
	}
	if c != 'e' && c != 'E' {
		return i, nil
	}
	p.dst = append(p.dst, c)
	i += width
	if c, width = text.At(p.t, i); c == '+' || c == '-' {
		p.dst = append(p.dst, c)
		i += width
	}
	from = len(p.dst)
	if i = p.digits(i); len(p.dst) == from {
		return i, expected(p.t, i, "a digit")
	}
	return i, nil
}

// digits copies decimal digits and drops single underscores between them.
func (p *python) digits(i int) int {
	from := len(p.dst)
	for {
		c, width := text.At(p.t, i)
		if c == '_' && len(p.dst) > from {
			next, _ := text.At(p.t, i+width)
			if !isDigit(next) {
				return i
			}
			i += width
			continue
		}
		if !isDigit(c) {
			return i
		}
		p.dst = append(p.dst, c)
		i += width
	}
}
