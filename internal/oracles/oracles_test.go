// Package oracles has tests alone: packages of those who define the shapes of
// native tool calls, and templates of those who train on them, judge what
// toolspeak writes. make oracles installs them and sets TOOLSPEAK_ORACLES to their
// Python.
package oracles

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// oracle is a running oracle.py.
type oracle struct {
	t       *testing.T
	in      io.Writer
	answers *bufio.Scanner
}

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

func start(t *testing.T) *oracle {
	t.Helper()
	cmd := exec.Command(python(t), "oracle.py")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, in.Close())
		require.NoError(t, cmd.Wait())
	})
	answers := bufio.NewScanner(out)
	answers.Buffer(nil, 1<<24)
	return &oracle{t: t, in: in, answers: answers}
}

// judge asks one judge about a record.
func (o *oracle) judge(name string, record []byte) (v verdict) {
	o.t.Helper()
	asked, err := json.Marshal(map[string]any{"judge": name, "record": json.RawMessage(record)})
	require.NoError(o.t, err)
	_, err = o.in.Write(append(asked, '\n'))
	require.NoError(o.t, err)
	require.True(o.t, o.answers.Scan(), "the oracle ended: %v", o.answers.Err())
	require.NoError(o.t, json.Unmarshal(o.answers.Bytes(), &v))
	return v
}
