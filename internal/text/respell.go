package text

// Respell returns the inside of a JSON string that decodes to now and, where was
// is escaped, begins and ends with was's own spelling as far as the two say the
// same. With ascii, the rest has no byte above 0x7F.
func Respell(was Text, now string, ascii bool) Text {
	if !was.Esc {
		return Plain(now)
	}
	type unit struct{ spelled, decoded int }
	var units []unit // where each character begins, in was and decoded
	var decoded []byte
	for i := 0; i < len(was.B); {
		r, width := was.runeAt(i)
		if width == 0 {
			break
		}
		units = append(units, unit{i, len(decoded)})
		decoded = appendRune(decoded, r)
		i += width
	}
	units = append(units, unit{len(was.B), len(decoded)})

	first := 0
	for first+1 < len(units) {
		from, to := units[first].decoded, units[first+1].decoded
		if to > len(now) || string(decoded[from:to]) != now[from:to] {
			break
		}
		first++
	}
	last, end := len(units)-1, len(now)
	for last > first {
		from, to := units[last-1].decoded, units[last].decoded
		at := end - (to - from)
		if at < units[first].decoded || string(decoded[from:to]) != now[at:end] {
			break
		}
		last, end = last-1, at
	}
	out := append([]byte(nil), was.B[:units[first].spelled]...)
	out = Plain(now[units[first].decoded:end]).Append(out, true, ascii)
	return Escaped(append(out, was.B[units[last].spelled:]...))
}
