package parquet

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
)

// maxDecimalDigits bounds the decimals whose digits are spelled; the widest in use
// have 76.
const maxDecimalDigits = 1000

var (
	errUTF8    = errors.New("the string is not valid UTF-8")
	errDecimal = errors.New("the decimal has more digits than are supported")
	errRawJSON = errors.New("the text is not the JSON value that the file's metadata promises")
)

// spell appends a value that is not null to dst as JSON.
func (l *leaf) spell(dst []byte, v pq.Value) ([]byte, error) {
	switch l.form {
	case formBool:
		return strconv.AppendBool(dst, v.Boolean()), nil
	case formInt:
		return strconv.AppendInt(dst, l.integer(v), 10), nil
	case formUint:
		if l.kind == pq.Int32 {
			return strconv.AppendUint(dst, uint64(v.Uint32()), 10), nil
		}
		return strconv.AppendUint(dst, v.Uint64(), 10), nil
	case formFloat:
		if l.kind == pq.Float {
			return spellFloat(dst, float64(v.Float()), 32), nil
		}
		return spellFloat(dst, v.Double(), 64), nil
	case formString:
		return spellString(dst, v.ByteArray())
	case formRaw:
		return spellRaw(dst, v.ByteArray())
	case formUUID:
		return spellUUID(dst, v.ByteArray()), nil
	case formDecimal:
		return l.spellDecimal(dst, v)
	case formDate, formTime, formStamp, formInt96:
		return l.spellMoment(dst, v), nil
	case formNull:
		return append(dst, "null"...), nil
	default:
		return spellBinary(dst, v.ByteArray()), nil
	}
}

func (l *leaf) integer(v pq.Value) int64 {
	if l.kind == pq.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// spellFloat writes the fewest digits that read as the same number, with a point
// or an exponent so that it can be told from an integer.
func spellFloat(dst []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(dst, `"-Infinity"`...)
	}
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(dst, f, 'e', -1, bits)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, bits)
	for _, c := range dst[start:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, '.', '0')
}

// spellString writes a JSON string that escapes only what JSON has to. Whether it is UTF-8
// is asked of what was written, as the scan of a record does that many bytes at a time.
func spellString(dst, text []byte) ([]byte, error) {
	start := len(dst)
	dst = append(spell.AppendEscaped(append(dst, '"'), text, false), '"')
	const lead = 0xED // what half of a surrogate pair begins with, whose escape would pass
	if _, ok := jsonx.ScanString(dst, start); !ok || bytes.IndexByte(text, lead) >= 0 && !utf8.Valid(text) {
		return dst[:start], errUTF8
	}
	return dst, nil
}

// spellRaw copies a JSON value. A record is on one line: where the value has line breaks,
// they become spaces.
func spellRaw(dst, b []byte) ([]byte, error) {
	if !jsonx.Valid(b) {
		return dst, errRawJSON
	}
	start := len(dst)
	dst = append(dst, b...)
	for i, c := range dst[start:] {
		if c == '\n' || c == '\r' {
			dst[start+i] = ' '
		}
	}
	return dst, nil
}

func spellBinary(dst, b []byte) []byte {
	dst = append(dst, '"')
	dst = base64.StdEncoding.AppendEncode(dst, b)
	return append(dst, '"')
}

func spellUUID(dst, b []byte) []byte {
	dst = append(dst, '"')
	for i, part := range [][]byte{b[:4], b[4:6], b[6:8], b[8:10], b[10:16]} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, part)
	}
	return append(dst, '"')
}

func (l *leaf) spellDecimal(dst []byte, v pq.Value) ([]byte, error) {
	n := new(big.Int)
	switch l.kind {
	case pq.Int32, pq.Int64:
		n.SetInt64(l.integer(v))
	default:
		b := v.ByteArray()
		if len(b) > maxDecimalDigits/3 || l.scale < 0 || l.scale > maxDecimalDigits {
			return dst, errDecimal
		}
		n.SetBytes(b)
		if len(b) > 0 && b[0] >= 0x80 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(len(b))*8))
		}
	}
	dst = append(dst, '"')
	if n.Sign() < 0 {
		dst = append(dst, '-')
	}
	digits := n.Abs(n).String()
	for len(digits) <= l.scale {
		digits = "0" + digits
	}
	dst = append(dst, digits[:len(digits)-l.scale]...)
	if l.scale > 0 {
		dst = append(append(dst, '.'), digits[len(digits)-l.scale:]...)
	}
	return append(dst, '"'), nil
}

const (
	secondsPerDay = 24 * 60 * 60
	julianEpoch   = 2440588 // the Julian day of 1970-01-01
	dateLayout    = "2006-01-02"
	timeLayout    = "15:04:05"
)

// spellMoment writes a date, a time of day or a time stamp. One that has no such
// spelling, because its year is not of four digits or its day has more than 24
// hours, is written as the number that the column holds; an INT96 as its bytes.
func (l *leaf) spellMoment(dst []byte, v pq.Value) []byte {
	if l.form == formInt96 {
		return spellInt96(dst, v)
	}
	n := l.integer(v)
	seconds, nanos := n, int64(0)
	if l.form == formDate {
		seconds = n * secondsPerDay
	} else {
		seconds, nanos = splitUnit(n, l.digits)
	}
	t := time.Unix(seconds, nanos).UTC()
	if l.form == formTime && (seconds < 0 || seconds >= secondsPerDay) || t.Year() < 0 || t.Year() > 9999 {
		return strconv.AppendInt(dst, n, 10)
	}
	dst = append(dst, '"')
	if l.form != formTime {
		dst = t.AppendFormat(dst, dateLayout)
	}
	if l.form == formStamp {
		dst = append(dst, 'T')
	}
	if l.form != formDate {
		dst = t.AppendFormat(dst, timeLayout+".000000000"[:l.digits+1])
	}
	if l.form == formStamp && l.utc {
		dst = append(dst, 'Z')
	}
	return append(dst, '"')
}

// splitUnit makes seconds and nanoseconds of a number of units of 10^-digits seconds.
func splitUnit(n int64, digits int) (seconds, nanos int64) {
	unit := int64(math.Pow10(digits))
	seconds, rest := n/unit, n%unit
	if rest < 0 {
		seconds, rest = seconds-1, rest+unit
	}
	return seconds, rest * (1e9 / unit)
}

func spellInt96(dst []byte, v pq.Value) []byte {
	i := v.Int96()
	nanos := uint64(i[1])<<32 | uint64(i[0])
	t := time.Unix((int64(i[2])-julianEpoch)*secondsPerDay, 0).UTC()
	if nanos < secondsPerDay*1e9 && t.Year() >= 0 && t.Year() <= 9999 {
		dst = append(dst, '"')
		dst = t.Add(time.Duration(nanos)).AppendFormat(dst, dateLayout+"T"+timeLayout+".000000000")
		return append(dst, '"')
	}
	var b [12]byte
	for j, word := range i {
		binary.LittleEndian.PutUint32(b[4*j:], word)
	}
	return spellBinary(dst, b[:])
}
