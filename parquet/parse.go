package parquet

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
)

// A scalar is a JSON value to be put in a leaf. Of a string, text is what it says, and
// half reports whether it has an escape for half of a UTF-16 pair.
type scalar struct {
	raw, text []byte
	half      bool
}

func (v *scalar) isString() bool { return v.raw[0] == '"' }
func (v *scalar) isNumber() bool { return v.raw[0] == '-' || '0' <= v.raw[0] && v.raw[0] <= '9' }

// parse is the way back from spell. ok is false where the value has no place in
// the column.
func (l *leaf) parse(v scalar) (out pq.Value, ok bool) {
	switch l.form {
	case formString:
		return pq.ByteArrayValue(v.text), v.isString() && !v.half
	case formRaw:
		return pq.ByteArrayValue(v.raw), true
	case formBool:
		return pq.BooleanValue(v.raw[0] == 't'), v.raw[0] == 't' || v.raw[0] == 'f'
	case formInt:
		return l.parseInt(v)
	case formUint:
		return l.parseUint(v)
	case formFloat:
		return l.parseFloat(v)
	case formDate, formTime, formStamp:
		if v.isNumber() {
			return l.parseInt(v)
		}
	case formDecimal:
		if v.isNumber() {
			return l.parseDecimal(string(v.raw))
		}
	}
	if !v.isString() {
		return out, false
	}
	text := string(v.text)
	switch l.form {
	case formBinary:
		return l.parseBinary(text)
	case formUUID:
		return parseUUID(text)
	case formDecimal:
		return l.parseDecimal(text)
	case formInt96:
		return parseInt96(text)
	case formDate, formTime, formStamp:
		return l.parseMoment(text)
	}
	return out, false
}

func (l *leaf) fromInteger(n int64) pq.Value {
	if l.kind == pq.Int32 {
		return pq.Int32Value(int32(n))
	}
	return pq.Int64Value(n)
}

func (l *leaf) parseInt(v scalar) (pq.Value, bool) {
	n, err := strconv.ParseInt(string(v.raw), 10, l.bits)
	return l.fromInteger(n), err == nil && v.isNumber() && string(v.raw) != "-0"
}

func (l *leaf) parseUint(v scalar) (pq.Value, bool) {
	n, err := strconv.ParseUint(string(v.raw), 10, l.bits)
	return l.fromInteger(int64(n)), err == nil && v.isNumber()
}

func (l *leaf) parseFloat(v scalar) (pq.Value, bool) {
	bits := 64
	if l.kind == pq.Float {
		bits = 32
	}
	f, ok := 0.0, false
	switch {
	case v.isNumber():
		f, ok = exactFloat(string(v.raw), bits)
	case string(v.raw) == `"NaN"`:
		f, ok = math.NaN(), true
	case string(v.raw) == `"Infinity"`:
		f, ok = math.Inf(1), true
	case string(v.raw) == `"-Infinity"`:
		f, ok = math.Inf(-1), true
	}
	if bits == 32 {
		return pq.FloatValue(float32(f)), ok
	}
	return pq.DoubleValue(f), ok
}

// exactFloat reads a JSON number, and reports whether its shortest spelling as a
// float has the same decimal value: 1, 1.50 and 1e3 have, 0.1 has, while
// 9007199254740993 and 0.10000000000000000001 come back as another number.
func exactFloat(raw string, bits int) (float64, bool) {
	f, err := strconv.ParseFloat(raw, bits)
	if err != nil {
		return 0, false
	}
	want, wantExp, ok := significand(raw)
	got, gotExp, _ := significand(strconv.FormatFloat(f, 'e', -1, bits))
	return f, ok && want == got && wantExp == gotExp
}

// significand writes a number as digits without zeros at either end, and the
// power of ten to multiply them with.
func significand(raw string) (digits string, exp int, ok bool) {
	raw = strings.TrimPrefix(raw, "-")
	if i := strings.IndexAny(raw, "eE"); i >= 0 {
		n, err := strconv.Atoi(raw[i+1:])
		if err != nil || n > math.MaxInt32 || n < math.MinInt32 {
			return "", 0, strings.Trim(raw[:i], "0.") == ""
		}
		raw, exp = raw[:i], n
	}
	if i := strings.IndexByte(raw, '.'); i >= 0 {
		exp -= len(raw) - i - 1
		raw = raw[:i] + raw[i+1:]
	}
	trimmed := strings.TrimRight(raw, "0")
	exp += len(raw) - len(trimmed)
	trimmed = strings.TrimLeft(trimmed, "0")
	if trimmed == "" {
		return "", 0, true
	}
	return trimmed, exp, true
}

func (l *leaf) parseBinary(text string) (pq.Value, bool) {
	b, err := base64.StdEncoding.Strict().DecodeString(text)
	if l.kind == pq.FixedLenByteArray {
		return pq.FixedLenByteArrayValue(b), err == nil && len(b) == l.length
	}
	return pq.ByteArrayValue(b), err == nil
}

func parseUUID(text string) (pq.Value, bool) {
	if len(text) != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return pq.Value{}, false
	}
	b, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	return pq.FixedLenByteArrayValue(b), err == nil && len(b) == 16
}

func (l *leaf) parseDecimal(text string) (pq.Value, bool) {
	digits := strings.TrimPrefix(text, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(text) > maxDecimalDigits || whole == "" || len(fraction) > l.scale {
		return pq.Value{}, false
	}
	fraction += strings.Repeat("0", l.scale-len(fraction))
	for _, c := range whole + fraction {
		if c < '0' || c > '9' {
			return pq.Value{}, false
		}
	}
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok || n.Cmp(l.limit) >= 0 {
		return pq.Value{}, false
	}
	if digits != text {
		n.Neg(n)
	}
	switch l.kind {
	case pq.Int32:
		return pq.Int32Value(int32(n.Int64())), n.IsInt64() && int64(int32(n.Int64())) == n.Int64()
	case pq.Int64:
		return pq.Int64Value(n.Int64()), n.IsInt64()
	}
	b, ok := twosComplement(n, l.length)
	if l.kind == pq.FixedLenByteArray {
		return pq.FixedLenByteArrayValue(b), ok
	}
	return pq.ByteArrayValue(b), ok
}

// twosComplement writes n with its most significant byte first, in length bytes or,
// where that is 0, in as few as hold it.
func twosComplement(n *big.Int, length int) ([]byte, bool) {
	bits := n.BitLen()
	if n.Sign() < 0 {
		bits = new(big.Int).Not(n).BitLen()
	}
	need := bits/8 + 1
	if length == 0 {
		length = need
	}
	if need > length {
		return nil, false
	}
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(length)*8))
	}
	return n.FillBytes(make([]byte, length)), true
}

func (l *leaf) parseMoment(text string) (pq.Value, bool) {
	layout := map[form]string{formDate: dateLayout, formTime: timeLayout, formStamp: dateLayout + "T" + timeLayout}[l.form]
	if l.form == formTime {
		layout, text = dateLayout+"T"+layout, "1970-01-01T"+text
	}
	if l.form == formStamp && l.utc {
		layout += "Z07:00"
	}
	t, err := time.Parse(layout, text)
	if err != nil {
		return pq.Value{}, false
	}
	seconds, nanos := t.Unix(), int64(t.Nanosecond())
	if l.form == formDate {
		return l.fromInteger(seconds / secondsPerDay), true
	}
	unit := int64(math.Pow10(l.digits))
	n := seconds*unit + nanos/(1e9/unit)
	back, backNanos := splitUnit(n, l.digits) // differs where a digit is too fine, or a year too far
	ok := back == seconds && backNanos == nanos
	return l.fromInteger(n), ok && (l.kind != pq.Int32 || int64(int32(n)) == n)
}

func parseInt96(text string) (pq.Value, bool) {
	t, err := time.Parse(dateLayout+"T"+timeLayout, text)
	if err != nil {
		b, err := base64.StdEncoding.Strict().DecodeString(text)
		if err != nil || len(b) != 12 {
			return pq.Value{}, false
		}
		var i deprecated.Int96
		for j := range i {
			i[j] = binary.LittleEndian.Uint32(b[4*j:])
		}
		return pq.Int96Value(i), true
	}
	day := t.Unix() / secondsPerDay
	if t.Unix() < 0 && t.Unix()%secondsPerDay != 0 {
		day--
	}
	nanos := uint64(t.Unix()-day*secondsPerDay)*1e9 + uint64(t.Nanosecond())
	return pq.Int96Value(deprecated.Int96{uint32(nanos), uint32(nanos >> 32), uint32(day + julianEpoch)}), true
}
