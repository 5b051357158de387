package text

// LineFeedBefore returns where the line feed begins that ends at offset i, if one does
// and it is spelled as itself or as \n; else -1.
func LineFeedBefore(t Text, i int) int {
	if !t.Esc {
		if i > 0 && t.B[i-1] == '\n' {
			return i - 1
		}
		return -1
	}
	if i < 2 || t.B[i-1] != 'n' || t.B[i-2] != '\\' {
		return -1
	}
	at := i - 2
	slashes := 0 // before it
	for slashes < at && t.B[at-slashes-1] == '\\' {
		slashes++
	}
	if slashes%2 == 1 {
		return -1
	}
	return at
}
