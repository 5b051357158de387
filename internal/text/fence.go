package text

// Fence opens and closes a block of code.
const Fence = "```"

// SkipLanguage returns the offset after the word that may follow a fence, from offset i on.
func SkipLanguage(t Text, i int) int {
	for i < len(t.B) && t.B[i]|0x20 >= 'a' && t.B[i]|0x20 <= 'z' {
		i++
	}
	return i
}

// InFence returns where the words in the fence at offset i begin, or i where none is.
func InFence(t Text, i int) int {
	if open, ok := Prefix(t, i, Fence); ok {
		return SkipSpace(t, SkipLanguage(t, open), t.Len())
	}
	return i
}

// KeyAt reports whether one of some keys, in quotes, is at offset i of an object, white space
// aside.
func KeyAt(t Text, i int, keys ...string) bool {
	i = SkipSpace(t, i, t.Len())
	quote, _ := At(t, i)
	for _, key := range keys {
		if end, ok := Prefix(t, i+1, key); ok && (quote == '"' || quote == '\'') {
			c, _ := At(t, end)
			if c == quote {
				return true
			}
		}
	}
	return false
}
