package spell

// SkipSpace returns the offset of the first unit at or after i, but before
// j, that is not white space, or j.
func (t Text) SkipSpace(i, j int) int {
	for i < j {
		switch c := t.B[i]; {
		case c > ' ' && c != '\\':
			return i
		case c == ' ':
			i++
			continue
		case c == '\\' && t.Esc && i+1 < len(t.B) && t.B[i+1] == 'n':
			i += len(`\n`)
			continue
		}
		c, width := t.At(i)
		if !IsSpace(c) {
			return i
		}
		i += width
	}
	return j
}

// SkipSpaces returns the offset of the first unit at or after i that is not
// a space (U+0020).
func (t Text) SkipSpaces(i int) int {
	for {
		c, width := t.At(i)
		if c != ' ' || width == 0 {
			return i
		}
		i += width
	}
}

// Trim returns the text without white space at either end.
func (t Text) Trim() Text {
	start := t.SkipSpace(0, len(t.B))
	return t.Slice(start, t.SkipSpaceBack(start, len(t.B)))
}

// SkipSpaceBack returns the offset after the last unit of t[i:j] that is not
// white space, or i.
func (t Text) SkipSpaceBack(i, j int) int {
	for j > i {
		if c := t.B[j-1]; c > ' ' && (!t.Esc || !endsEscape[c]) {
			return j
		}
		last := t.lastUnit(i, j)
		if c, _ := t.At(last); !IsSpace(c) {
			return j
		}
		j = last
	}
	return i
}

// endsEscape are the bytes with which an escape of white space may end.
var endsEscape = [256]bool{
	'n': true, 't': true, 'r': true, 'f': true,
	'0': true, '9': true, 'a': true, 'b': true, 'c': true, 'd': true, 'A': true, 'B': true, 'C': true, 'D': true,
}

// Last returns the last character as At does, or 0 where there is none.
func (t Text) Last() byte {
	if t.Empty() {
		return 0
	}
	c, _ := t.At(t.lastUnit(0, t.Len()))
	return c
}

// lastUnit returns where the last unit of t[i:j] begins, which is not empty.
func (t Text) lastUnit(i, j int) int {
	if !t.Esc {
		return j - 1
	}
	const longest = 6 // bytes of an escape
	for k := j - 1; k >= max(i, j-longest); k-- {
		if t.B[k] != '\\' {
			continue
		}
		// Of a run of backslashes every second one begins an escape.
		run := k
		for run > i && t.B[run-1] == '\\' {
			run--
		}
		first := k - (k-run)%2
		if _, width := t.escapeAt(first); first+width == j {
			return first
		}
		break
	}
	return j - 1
}
