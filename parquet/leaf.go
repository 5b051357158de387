package parquet

import (
	"fmt"
	"math/big"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// A form is how the values of a leaf are spelled as JSON. docs/reference/parquet.md has the
// table.
type form uint8

const (
	formNull    form = iota
	formBool         // true, false
	formInt          // an integer of bits bits
	formUint         // the same without sign
	formFloat        // a number with a point or an exponent; "NaN", "Infinity", "-Infinity"
	formString       // a string
	formRaw          // the JSON value that the column holds as text
	formBinary       // a string in base64
	formUUID         // a string in the usual form
	formDecimal      // a string of digits with scale places
	formDate         // a string, YYYY-MM-DD
	formTime         // a string, HH:MM:SS with the digits of the unit
	formStamp        // a string: both, with T between, and Z where it is UTC
	formInt96        // the same: nanoseconds as Impala and old Spark have them
)

// A leaf is the type of a column that holds values.
type leaf struct {
	form   form
	kind   pq.Kind
	bits   int // of integers
	length int // of fixed-length byte arrays, in bytes
	scale  int // of decimals
	limit  *big.Int
	digits int  // of fractions of a second: 3, 6 or 9
	utc    bool // of time stamps
}

func newLeaf(t pq.Type, raw bool) leaf {
	l := leaf{kind: t.Kind()}
	switch l.kind {
	case pq.Boolean:
		l.form = formBool
	case pq.Int32:
		l.form, l.bits = formInt, 32
	case pq.Int64:
		l.form, l.bits = formInt, 64
	case pq.Int96:
		l.form, l.digits = formInt96, 9
	case pq.Float, pq.Double:
		l.form = formFloat
	case pq.ByteArray:
		l.form = formBinary
	case pq.FixedLenByteArray:
		l.form, l.length = formBinary, t.Length()
	}
	if lt := t.LogicalType(); lt != nil {
		l.annotate(lt)
	} else if ct := t.ConvertedType(); ct != nil && *ct == deprecated.UTF8 {
		l.form = formString
	}
	if raw && l.form == formString {
		l.form = formRaw
	}
	return l
}

func (l *leaf) annotate(lt *format.LogicalType) {
	switch t := lt.Value.(type) {
	case *format.StringType, *format.EnumType, *format.JsonType:
		if l.kind == pq.ByteArray {
			l.form = formString
		}
	case *format.UUIDType:
		if l.length == 16 {
			l.form = formUUID
		}
	case *format.DecimalType:
		l.form, l.scale = formDecimal, int(t.Scale)
		l.limit = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(min(max(t.Precision, 0), maxDecimalDigits))), nil)
	case *format.DateType:
		l.form = formDate
	case *format.TimeType:
		l.form, l.digits = formTime, unitDigits(t.Unit)
	case *format.TimestampType:
		l.form, l.digits, l.utc = formStamp, unitDigits(t.Unit), t.IsAdjustedToUTC
	case *format.IntType:
		l.bits = int(t.BitWidth)
		if !t.IsSigned {
			l.form = formUint
		}
	case *format.NullType:
		l.form = formNull
	}
}

// exact reports whether each value is what its spelling is parsed to, to the bit: a NaN
// has many forms, a decimal in bytes too, and a JSON text may have space around it.
func (l *leaf) exact() bool {
	switch l.form {
	case formBool, formString, formBinary, formUUID:
		return true
	case formInt, formUint:
		return l.bits == 64 || l.bits == 32 && l.kind == pq.Int32
	}
	return false
}

func unitDigits(unit format.TimeUnit) int {
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return 3
	case *format.MicroSeconds:
		return 6
	default:
		return 9
	}
}

// name is the type as messages to the user call it.
func (l *leaf) name() string {
	switch l.form {
	case formNull:
		return "null"
	case formBool:
		return "bool"
	case formInt:
		return fmt.Sprintf("int%d", l.bits)
	case formUint:
		return fmt.Sprintf("uint%d", l.bits)
	case formFloat:
		if l.kind == pq.Float {
			return "float"
		}
		return "double"
	case formString:
		return "string"
	case formRaw:
		return "json"
	case formUUID:
		return "uuid"
	case formDecimal:
		return fmt.Sprintf("decimal with %d places", l.scale)
	case formDate:
		return "date"
	case formTime:
		return "time"
	case formStamp, formInt96:
		return "timestamp"
	default:
		if l.length > 0 {
			return fmt.Sprintf("binary of %d bytes in base64", l.length)
		}
		return "binary in base64"
	}
}
