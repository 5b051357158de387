package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFilterClosedPipe runs the real command and goes away after one line, as
// head does: a closed pipe is no failure and nothing to talk about.
func TestFilterClosedPipe(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestFilterProcess$")
	cmd.Env = append(os.Environ(), "TOOLSPEAK_TEST_FILTER=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line := `{"messages": [{"role": "user", "content": "Hi"}]}` + "\n"
	_, err = io.WriteString(in, line)
	require.NoError(t, err)
	got, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, line, got)
	require.NoError(t, out.Close())
	// It may have ended before all of this is taken.
	_, _ = io.Copy(in, strings.NewReader(strings.Repeat(line, 50_000)))
	_ = in.Close()
	require.NoError(t, cmd.Wait(), "stderr: %s", stderr.String())
	require.Empty(t, stderr.String())
}

// TestFilterProcess is the command for TestFilterClosedPipe.
func TestFilterProcess(t *testing.T) {
	if os.Getenv("TOOLSPEAK_TEST_FILTER") == "" {
		t.Skip("only as a process of its own")
	}
	os.Exit(Run([]string{"toolspeak", "filter", "--to", "xml"}, os.Stdin, os.Stdout, os.Stderr))
}
