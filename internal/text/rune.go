package text

// RuneAt decodes the character at offset i, whichever way it is spelled, and
// returns its width in bytes; at the end it returns 0, 0. A lone surrogate's
// escape comes back as its own value.
func (t Text) RuneAt(i int) (r rune, width int) { return t.runeAt(i) }
