// Package clip shortens texts for messages, and counts in words.
package clip

import "fmt"

// Head returns the first characters of s, at most so many, and reports whether there are
// more. It takes no longer for a long s.
func Head(s string, most int) (head string, more bool) {
	for i := range s {
		if most == 0 {
			return s[:i], true
		}
		most--
	}
	return s, false
}

// Dots is Head with "…" in place of what there is more.
func Dots(s string, most int) string {
	head, more := Head(s, most)
	if more {
		return head + "…"
	}
	return head
}

// Counted returns a number with the noun of what was counted: 1 record, 2 records.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
