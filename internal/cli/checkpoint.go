package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/ir"
)

// checkpointEvery is how long a run works at least between two checkpoints.
var checkpointEvery = 5 * time.Second

// checkpoint is what a run has to know to go on. It lies beside the output.
type checkpoint struct {
	Version string
	Options map[string]string
	Inputs  []identity `json:",omitempty"`
	// Job and Input are at hand; if all jobs are done, files are left to be
	// renamed. Limit is what --limit left for the input.
	Job, Input, Limit int
	Mark              dataset.Mark
	// Files are being written, Done are complete and get their names.
	Files, Done []atomicfile.Position
	Report      *dataset.Report
	Notes       savedNotes

	inputs []byte // Inputs as JSON, once it was saved: there may be many, and they stay
}

// identity tells whether an input is still the same.
type identity struct {
	Path     string
	Size     int64
	Modified time.Time
}

// savedNotes are the notes to print.
type savedNotes struct {
	Rejects, Others []savedNote
	Total           int
}

type savedNote struct {
	File          string
	Record, Order int
	Diagnostic    ir.Diagnostic
}

// notResumed are the flags that change nothing of what is written.
var notResumed = []string{"workers", "resume", "force", "progress", "quiet", "max-rejects", "help"}

// optionsOf returns all other flags, by name.
func optionsOf(c *cli.Context) map[string]string {
	options := map[string]string{}
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; !slices.Contains(notResumed, name) {
			options[name] = fmt.Sprint(c.Value(name))
		}
	}
	return options
}

func identities(in []input) ([]identity, error) {
	var list []identity
	for _, i := range in {
		info := i.found
		if info == nil {
			var err error
			if info, err = os.Stat(i.path); err != nil {
				return nil, fmt.Errorf("can't read the input: %w", err)
			}
		}
		list = append(list, identity{i.path, info.Size(), info.ModTime().UTC()})
	}
	return list, nil
}

// loadCheckpoint returns the checkpoint of an unfinished run, or nil.
func loadCheckpoint(path string) (*checkpoint, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var k checkpoint
	if err == nil {
		err = json.Unmarshal(b, &k)
	}
	if err != nil {
		return nil, fmt.Errorf("can't read the checkpoint %s: %w", path, err)
	}
	return &k, nil
}

// fits tells whether a run may go on from a checkpoint.
func (k *checkpoint) fits(now *checkpoint) error {
	const anew = "; --force without --resume begins anew"
	if k.Version != now.Version {
		return usagef("can't resume: toolspeak %s began, this is %s%s", k.Version, now.Version, anew)
	}
	for _, name := range slices.Sorted(maps.Keys(now.Options)) {
		if was, is := k.Options[name], now.Options[name]; was != is {
			return usagef("can't resume: --%s was %q and is %q%s", name, was, is, anew)
		}
	}
	for i := range max(len(k.Inputs), len(now.Inputs)) {
		switch {
		case i >= len(k.Inputs):
			return usagef("can't resume: the input %s is new%s", now.Inputs[i].Path, anew)
		case i >= len(now.Inputs) || k.Inputs[i].Path != now.Inputs[i].Path:
			return usagef("can't resume: the input %s is not there or not in its place any more%s", k.Inputs[i].Path, anew)
		case k.Inputs[i].Size != now.Inputs[i].Size || !k.Inputs[i].Modified.Equal(now.Inputs[i].Modified):
			return usagef("can't resume: the input %s has changed%s", k.Inputs[i].Path, anew)
		}
	}
	return nil
}

// save writes the checkpoint, whole or not at all.
func (k *checkpoint) save(path string) error {
	var err error
	if k.inputs == nil {
		if k.inputs, err = json.Marshal(k.Inputs); err != nil {
			return fmt.Errorf("can't write %s: %w", path, err)
		}
	}
	rest := *k
	rest.Inputs = nil
	b, err := json.Marshal(&rest)
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return atomicfile.WriteFile(path, slices.Concat([]byte(`{"Inputs":`), k.inputs, []byte{','}, b[1:]))
}

// finish gives the complete files their names, so far as a killed run did not.
func (k *checkpoint) finish() error {
	for _, p := range k.Done {
		if err := p.Finish(); err != nil {
			return err
		}
	}
	return nil
}

// forget removes what an unfinished run left.
func (k *checkpoint) forget(path string) error {
	for _, p := range append(k.Files, k.Done...) {
		if err := p.Remove(); err != nil {
			return err
		}
	}
	return writing(path, os.Remove(path))
}

// position returns how much of a file counts.
func (k *checkpoint) position(path string) atomicfile.Position {
	for _, p := range k.Files {
		if p.Path == path {
			return p
		}
	}
	return atomicfile.Position{}
}

// checkpointOf returns where the checkpoint of a run lies: beside its first
// output, or in the directory of its outputs.
func checkpointOf(output string, dir bool) string {
	if dir {
		return filepath.Join(output, ".toolspeak.checkpoint")
	}
	return filepath.Join(filepath.Dir(output), "."+filepath.Base(output)+".checkpoint")
}

func (n *notes) saved() savedNotes {
	list := func(from []note) (to []savedNote) {
		for _, m := range from {
			to = append(to, savedNote{m.file, m.record, m.order, m.Diagnostic})
		}
		return to
	}
	return savedNotes{list(n.rejects), list(n.others), n.total}
}

func (s *savedNotes) restored() notes {
	list := func(from []savedNote) (to []note) {
		for _, m := range from {
			to = append(to, note{file: m.File, record: m.Record, order: m.Order, Diagnostic: m.Diagnostic})
		}
		return to
	}
	return notes{rejects: list(s.Rejects), others: list(s.Others), total: s.Total}
}
