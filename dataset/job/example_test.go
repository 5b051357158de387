package job_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
)

// Files are converted to a file that gets its name when it is complete.
func ExampleRun() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in.json"), filepath.Join(dir, "out.jsonl.gz")
	if err := os.WriteFile(in, []byte(`[{"messages": []}, {"messages": []}]`), 0o666); err != nil {
		fmt.Println(err)
	}
	report, err := job.Run(context.Background(), engine, job.Job{Inputs: []string{in}, Output: out})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := os.Open(out)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	n := 0
	for _, err := range dataset.Records(context.Background(), f) {
		if err != nil {
			fmt.Println(err)
		}
		n++
	}
	fmt.Println(report.Converted, n)
	// Output: 2 2
}
