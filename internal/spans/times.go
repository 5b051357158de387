package spans

import (
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// timeForms are the spellings of times, besides numbers. Without a zone, it is UTC.
var timeForms = [...]string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999 -0700 MST",
	"2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999-0700", "2006-01-02 15:04:05.999999999 UTC", "20060102T150405999999Z",
}

// timeOf returns a time in nanoseconds since 1970, or 0. A number is of the unit that makes it a
// time of our days.
func timeOf(v Value) int64 {
	switch v.Type {
	case gjson.Number:
		return inUnit(v.Raw)
	case gjson.String:
		s := strings.TrimSpace(v.Str)
		if s == "" {
			return 0
		}
		if strings.Trim(s, "0123456789.") == "" {
			return inUnit(s)
		}
		for _, form := range timeForms {
			if t, err := time.Parse(form, s); err == nil {
				return t.UnixNano()
			}
		}
	}
	return 0
}

// inUnit returns a number as nanoseconds.
func inUnit(s string) int64 {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		for _, unit := range [...]int64{1, 1e3, 1e6, 1e9} {
			if n > 1e17/unit {
				return n * unit
			}
		}
		return n
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f <= 0 || f > 1e20 {
		return 0
	}
	for f < 1e17 && f > 0 && f >= 1e8 {
		f *= 1e3
	}
	return int64(f)
}

// orderTime returns the time of the last part of LangSmith's dotted order.
func orderTime(s string) int64 {
	part := s[strings.LastIndexByte(s, '.')+1:]
	stamp, _, ok := strings.Cut(part, "Z")
	if !ok || len(stamp) < len("20060102T150405") {
		return 0
	}
	t, err := time.Parse("20060102T150405", stamp[:15])
	if err != nil {
		return 0
	}
	micros, _ := strconv.ParseInt((stamp[15:] + "000000")[:6], 10, 64)
	return t.UnixNano() + micros*1e3
}
