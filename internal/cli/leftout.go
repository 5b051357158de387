package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
)

// leftOutWords are the reasons in the words of summaries.
var leftOutWords = map[dataset.LeftOut]string{
	dataset.NotSolved: "not solved", dataset.OutcomeUnknown: "not known to be solved", dataset.NotAnswered: "not answered", dataset.NoCalls: "without calls", dataset.Repaired: "repaired", dataset.TooLong: "too long",
}

// leftOut says how many records were left out and why, or nothing: "3 left out (2
// not solved, 1 too long)".
func leftOut(r *dataset.Report) string {
	all := 0
	var why []string
	for _, reason := range slices.Sorted(maps.Keys(r.LeftOut)) {
		all += r.LeftOut[reason]
		why = append(why, fmt.Sprintf("%d %s", r.LeftOut[reason], leftOutWords[reason]))
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%d left out (%s)", all, strings.Join(why, ", "))
}
