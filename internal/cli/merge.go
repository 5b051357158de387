package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
)

func (std streams) mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "put mended rejects back in their places",
		UsageText: "toolspeak merge OUT MENDED --reasons FILE [-o FILE]",
		Description: "OUT is what convert wrote, MENDED what it made of the rejects once they were mended, and FILE the\n" +
			"reasons file beside the rejects. Both are JSONL or a JSON array. The result is OUT with each mended\n" +
			"record where its reject stood.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "reasons", Usage: "the `FILE` with the reasons of the rejects, which says where they stood"},
			&cli.StringFlag{Name: "still", Usage: "the reasons `FILE` of the conversion that made MENDED: what it rejected again is left out"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`, which gets its name when it is complete"},
			&cli.BoolFlag{Name: "force", Usage: "overwrite the file of --output"},
		},
		Action: std.merge,
	}
}

func (std streams) merge(c *cli.Context) error {
	if c.Args().Len() != 2 {
		return usagef("merge takes two files, OUT and MENDED: found %d", c.Args().Len())
	}
	if c.String("reasons") == "" {
		return usagef("--reasons FILE is missing: it is beside the rejects, with the ending .reasons.jsonl")
	}
	list, _, err := inputs(c.Args().Slice())
	if err != nil {
		return err
	}
	read := slices.Clone(list)
	for _, flag := range []string{"reasons", "still"} {
		if path := c.String(flag); path != "" {
			read = append(read, input{name: path, path: path})
		}
	}
	output := c.String("output")
	if output == "-" {
		output = ""
	}
	if parquetNamed(output) {
		return usagef("merge writes JSONL or an array: --output %s is the name of a Parquet file; convert makes one of the result", output)
	}
	if err := checkTargets([]target{{"output", output, c.Bool("force")}}, read, std); err != nil {
		return err
	}
	positions, err := places(c.String("reasons"), c.String("still"))
	if err != nil {
		return err
	}
	return std.mergeTo(output, list[0], list[1], positions)
}

// mergeTo merges into the file of that name, or to standard output.
func (std streams) mergeTo(output string, out, mended input, positions []int) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	a, err := out.records(std)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := mended.records(std)
	if err != nil {
		return err
	}
	defer b.Close()
	w, target := std.out, (*atomicfile.File)(nil)
	if output != "" {
		if target, err = atomicfile.Create(output); err != nil {
			return err
		}
		defer target.Discard()
		w = target
	}
	n, err := dataset.Merge(w, dataset.MergeInput{Name: out.name, R: interruptible{ctx, a}}, dataset.MergeInput{Name: mended.name, R: b}, positions)
	if err == nil && target != nil {
		err = target.Commit()
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.err, "%s: %d of them mended\n", counted(n, "record"), len(positions))
	return nil
}

// interruptible is a reader that fails when the run is to end.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

// Read reads on unless the run is to end.
func (i interruptible) Read(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.r.Read(p)
}

// places returns where the mended records go: where the rejects of reasons
// stood, without those that the file still names.
func places(reasons, still string) ([]int, error) {
	positions, err := readPositions(reasons)
	if err != nil || still == "" {
		return positions, err
	}
	again, err := readPositions(still)
	if err != nil {
		return nil, err
	}
	if len(again) > 0 && again[len(again)-1] > len(positions) {
		return nil, fmt.Errorf("%s says that mended record %d was rejected, but %s has only %s: are they of the same rejects?",
			still, again[len(again)-1], reasons, counted(len(positions), "reject"))
	}
	kept := positions[:0]
	for i, position := range positions {
		if len(again) > 0 && again[0] == i+1 {
			again = again[1:]
			continue
		}
		kept = append(kept, position)
	}
	return kept, nil
}

// readPositions returns the positions of a reasons file, which grow.
func readPositions(path string) ([]int, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("can't read the reasons: %w", err)
	}
	defer f.Close()
	var positions []int
	d := json.NewDecoder(bufio.NewReader(f))
	for n := 1; ; n++ {
		var line jsonLine
		err := d.Decode(&line)
		switch last := len(positions) - 1; {
		case errors.Is(err, io.EOF):
			return positions, nil
		case err != nil:
			return nil, fmt.Errorf("%s: reason %d: expected a line of a reasons file: %w", path, n, err)
		case line.Position < 1:
			return nil, fmt.Errorf("%s: reason %d has no position: expected a reasons file that convert wrote", path, n)
		case last >= 0 && line.Position <= positions[last]:
			return nil, fmt.Errorf("%s: reason %d has the position %d: expected more than %d, the one before", path, n, line.Position, positions[last])
		}
		positions = append(positions, line.Position)
	}
}
