// Package oracles has tests alone: packages of those who define the shapes of
// native tool calls, and templates of those who train on them, judge what
// toolspeak writes. make oracles installs them and sets TOOLSPEAK_ORACLES to their
// Python.
package oracles

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// script is a running Python program that answers each line of JSON with another.
type script struct {
	t   *testing.T
	in  *json.Encoder
	out *bufio.Reader
	end func() error // closes its input, and says how it ended
}

// oracle is a running oracle.py.
type oracle struct{ *script }

// verdict is what a judge says of a record.
type verdict struct {
	Fault string // "" for a record without one
	Text  string // what a template made of it
}

// python returns the interpreter that has the packages, or skips the test.
func python(t *testing.T) string {
	t.Helper()
	path := os.Getenv("TOOLSPEAK_ORACLES")
	if path == "" {
		t.Skip("TOOLSPEAK_ORACLES is not set: make oracles installs the packages that judge what is written")
	}
	return path
}

// run starts a program of this folder for a test. It must end without an error.
func run(t *testing.T, python, name string) *script {
	t.Helper()
	s := begin(t, python, name)
	t.Cleanup(func() { require.NoError(t, s.end()) })
	return s
}

// begin starts a program of this folder.
func begin(t *testing.T, python, name string) *script {
	t.Helper()
	cmd := exec.Command(python, name)
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	return &script{t, json.NewEncoder(in), bufio.NewReaderSize(out, 1<<20), func() error {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			return fmt.Errorf("%s: %w: %s", name, err, said.String())
		}
		return nil
	}}
}

// ask sends a question and reads the answer.
func (s *script) ask(question, answer any) {
	s.t.Helper()
	require.NoError(s.t, s.in.Encode(question))
	line, err := s.out.ReadBytes('\n')
	require.NoError(s.t, err)
	require.NoError(s.t, json.Unmarshal(line, answer))
}

func start(t *testing.T) *oracle {
	t.Helper()
	return &oracle{run(t, python(t), "oracle.py")}
}

// judge asks one judge about a record.
func (o *oracle) judge(name string, record []byte) (v verdict) {
	o.t.Helper()
	o.ask(map[string]any{"judge": name, "record": json.RawMessage(record)}, &v)
	return v
}
