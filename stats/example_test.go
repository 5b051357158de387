package stats_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/stats"
)

// The counts of a data set, record by record.
func Example() {
	in := `{"text": "Question: What is 6 times 7?\nThought: I can work that out.\nAction: multiply\nAction Input: {\"a\": 6, \"b\": 7}\nObservation: 42\nThought: I know.\nFinal Answer: 42"}`
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	counter := stats.New()
	for rec, err := range engine.Records(context.Background(), "", strings.NewReader(in)) {
		if rec == nil {
			fmt.Println(err)
			return
		}
		found, err := engine.Inspect(rec)
		counter.Add(rec, &found, err)
		found.Release()
	}
	s := counter.Summary()
	fmt.Println(s.Records, s.Styles, s.Tools[0].Name, s.Steps["call"])
	// Output: 1 map[langchain:1] multiply 1
}
