//go:build unix

package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// endless feeds a process until it no longer reads, and tells enough when it has read so
// many bytes.
func endless(t *testing.T, cmd *exec.Cmd, first, unit string, after int, enough func()) {
	t.Helper()
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	chunk := []byte(strings.Repeat(unit, 1<<16))
	for p := []byte(first); ; p = chunk {
		n, err := in.Write(p)
		if after -= n; after <= 0 && enough != nil {
			enough()
			enough = nil
		}
		if err != nil {
			return // it is gone
		}
	}
}

// TestTerminated: a signal ends what would otherwise never end: input without a record.
func TestTerminated(t *testing.T) {
	for _, args := range [][]string{{"convert", "--to", "xml"}, {"filter", "--to", "xml"}, {"check"}, {"tools"}, {"detect"}} {
		for name, input := range map[string]struct{ first, unit string }{
			"blank lines":       {"", "\n"},
			"blanks in a line":  {`{"messages": []}` + "\n", " "},
			"blanks in a list":  {"[", " "},
			"an endless string": {`{"messages": [{"role": "user", "content": "`, "a"},
		} {
			if args[0] == "filter" && input.first == "[" {
				continue // it refuses arrays at once
			}
			t.Run(args[0]+" "+name, func(t *testing.T) {
				cmd := exec.Command("toolspeak", args...)
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				endless(t, cmd, input.first, input.unit, 1<<21, func() { require.NoError(t, cmd.Process.Signal(syscall.SIGTERM)) })
				var exit *exec.ExitError
				require.True(t, errors.As(cmd.Wait(), &exit))
				require.Equal(t, 130, exit.ExitCode(), stderr.String())
				require.Contains(t, stderr.String(), "interrupted")
			})
		}
	}
}

// TestNamedPipe: a named pipe is an input as any other.
func TestNamedPipe(t *testing.T) {
	const record = `{"messages": [{"role": "assistant", "content": "Answer: a"}]}`
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, args := range [][]string{{"convert", "--quiet", "--to", "xml"}, {"filter", "--quiet", "--to", "xml"}, {"check"}, {"tools"}} {
		t.Run(args[0], func(t *testing.T) {
			cmd := exec.Command("toolspeak", append(args, pipe)...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			require.NoError(t, cmd.Start())
			require.NoError(t, os.WriteFile(pipe, []byte(record+"\n"), 0)) // it waits for the reader
			require.NoError(t, cmd.Wait(), stderr.String())
			require.NotEmpty(t, stdout.String()+stderr.String())
		})
	}
}
