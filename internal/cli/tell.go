package cli

import (
	"encoding/json"
	"fmt"

	"github.com/toolspeak/toolspeak/internal/atomicfile"
)

// tell says what was found, on standard error and in the files for it.
func (run *conversion) tell() error {
	if !run.quiet {
		for _, line := range run.sink.notes.lines("--diagnostics FILE takes all") {
			fmt.Fprintln(run.std.err, line)
		}
		fmt.Fprintln(run.std.err, summary(run.sink.report))
	}
	var err error
	if run.all != nil && run.all.Pending() && !run.all.Kept() {
		err = run.all.Commit()
	}
	if run.report == "" {
		return err
	}
	if written := writeReport(run.report, run.sink.report); err == nil {
		err = written
	}
	return err
}

// writeReport writes a report as a JSON object.
func writeReport(path string, report any) error {
	object, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return atomicfile.WriteFile(path, append(object, '\n'))
}
