package readers

import (
	"fmt"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// RunsAt returns the parts of a printed log that begin at the lines that match takes, or nil if
// there is none. What is before the first one belongs to it. Lines that match without a letter
// or a digit part two runs, and belong to none.
func RunsAt(log ir.Text, match func(line []byte) bool) (runs []Run) {
	start, end := 0, 0 // of the run at hand, which ends before the line at hand
	add := func(end int) {
		if !log.Slice(start, end).Blank() {
			runs = append(runs, Run{Name: fmt.Sprint(len(runs) + 1), Start: start, End: end, Apart: true})
		}
	}
	found := false
	for line := 0; line >= 0 && line < log.Len(); line = end {
		words := lineAt(log, line)
		if _, end = text.Newline(log, line); end < 0 {
			end = log.Len()
		}
		if !match(words.B) {
			continue
		}
		from, to := wordAt(words, 0, words.Len())
		if separates := from == to; separates || found {
			add(line)
			if start = line; separates {
				start = end
			}
		}
		found = true
	}
	if !found {
		return nil
	}
	add(log.Len())
	return runs
}
