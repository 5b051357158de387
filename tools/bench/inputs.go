package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolspeak/toolspeak/internal/gen/varied"
)

// kind is what an input is made of; a flag says how large those of a kind are.
type kind int

const (
	uniformKind kind = iota
	variedKind
	realKind
)

// input is a file that rows read.
type input struct {
	name string
	kind kind
	// write makes the file, in a process of its own: a program that is started
	// counts the memory of the one that starts it as its own.
	write func(w *lines) error
	// Else it is made by toolspeak, from the input of that name.
	of, style, to, ending string
	// small makes a directory of many small files in place of one.
	small bool
}

// plain returns the name of the uncompressed input with the same records, which
// the floor reads.
func (in *input) plain() string {
	if in.ending != "" || in.small {
		return in.of
	}
	return in.name
}

// inputs returns all inputs.
func inputs() map[string]*input {
	all := map[string]*input{}
	add := func(in input) { all[in.name] = &in }
	add(input{name: "uniform-react", write: uniform})
	for _, style := range fiveStyles[1:] {
		add(input{name: "uniform-" + style, of: "uniform-react", style: "react", to: style})
	}
	for _, ending := range endings {
		add(input{name: "uniform-react" + ending, of: "uniform-react", style: "react", to: "react", ending: ending})
	}
	add(input{name: smallName, of: "uniform-react", small: true})
	for _, style := range varied.Styles() {
		add(input{name: "varied-" + style, kind: variedKind, write: func(w *lines) error { return writeVaried(w, style) }})
	}
	add(input{name: "varied-mixed", kind: variedKind, write: func(w *lines) error { return writeVaried(w, varied.Styles()...) }})
	for _, s := range sources {
		add(input{name: s.name, kind: realKind, write: func(w *lines) error { return s.write(w, false) }})
		if s.prompts {
			add(input{name: s.name + numbered, kind: realKind, write: func(w *lines) error { return s.write(w, true) }})
		}
	}
	return all
}

// writeVaried writes records of some styles in turns.
func writeVaried(w *lines, styles ...string) error {
	var all []*varied.Generator
	for _, style := range styles {
		g, err := varied.New(style, 1)
		if err != nil {
			return err
		}
		all = append(all, g)
	}
	var record []byte
	for n := 0; !w.full(); n++ {
		record = all[n%len(all)].Append(record[:0])
		if err := w.add(record); err != nil {
			return err
		}
	}
	return nil
}

const (
	smallFiles = 1000
	smallFile  = 20 << 10 // bytes
)

var smallName = fmt.Sprintf("uniform-%d-files-of-%d-KB", smallFiles, smallFile>>10)

// makeInput makes an input that is not made by toolspeak.
func makeInput(name, path string, size int64) error {
	in := inputs()[name]
	if in == nil {
		return fmt.Errorf("no input %q", name)
	}
	if in.small {
		return makeSmall(path)
	}
	return writeFile(path, size, in.write)
}

func writeFile(path string, size int64, write func(w *lines) error) error {
	w, err := createLines(path, size)
	if err != nil {
		return err
	}
	if err := write(w); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

func makeSmall(dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for i := range smallFiles {
		if err := writeFile(filepath.Join(dir, fmt.Sprintf("%04d.jsonl", i)), smallFile, uniform); err != nil {
			return err
		}
	}
	return nil
}

// sizeOf returns the size of a file, or of all files of a directory.
func sizeOf(path string) (n int64, err error) {
	err = filepath.Walk(path, func(_ string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			n += info.Size()
		}
		return err
	})
	return n, err
}
