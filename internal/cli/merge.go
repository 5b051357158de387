package cli

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/inputs"
)

func (std streams) merge(c *invocation) error {
	if len(c.files) != 2 {
		return usagef("merge takes two files, OUT and FIXED: found %d", len(c.files))
	}
	if c.String("reasons") == "" {
		return usagef("--reasons FILE is missing: it is next to the rejects, with the ending .reasons.jsonl")
	}
	paths := append(c.files, c.String("reasons"))
	if still := c.String("still"); still != "" {
		paths = append(paths, still)
	}
	list, err := std.find(paths)
	if err != nil {
		return err
	}
	if len(list) != len(paths) {
		return usagef("merge takes files, no directories or patterns")
	}
	output := c.String("output")
	if output == "-" {
		output = ""
	}
	if strings.EqualFold(inputEnding(output), ".parquet") {
		return usagef("merge writes JSONL or an array: --output %s is the name of a Parquet file; convert makes one of the result", output)
	}
	if err := checkTarget("Output", output, c.Bool("force"), list); err != nil {
		return err
	}
	return std.mergeTo(output, list, c.Bool("quiet"))
}

func inputEnding(name string) string {
	ending, _ := inputs.Ending(name)
	return ending
}

// mergeTo merges into the file of that name, or to standard output.
func (std streams) mergeTo(output string, list []inputs.Input, quiet bool) (err error) {
	ctx, stop := interruptible()
	defer stop()
	var opened [4]dataset.NamedReader
	for i := range list {
		r, err := open(ctx, &list[i])
		if err != nil {
			return err
		}
		defer r.Close()
		opened[i] = dataset.NamedReader{Name: list[i].Name, Reader: r}
	}
	w, target := std.out, (*atomicfile.File)(nil)
	if output != "" {
		if target, err = atomicfile.Create(output); err != nil {
			return err
		}
		defer target.Discard()
		w = target
	}
	records, fixed, err := dataset.Merge(ctx, w, dataset.MergeInputs{Out: opened[0], Fixed: opened[1], Reasons: opened[2], Still: opened[3]})
	if err == nil && target != nil {
		err = target.Commit()
	}
	if err != nil {
		return err
	}
	if !quiet {
		fmt.Fprintf(std.err, "%s: %d of them fixed\n", clip.Counted(records, "record"), fixed)
	}
	return nil
}
