package oracles

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
	"github.com/toolspeak/toolspeak/internal/golden"
)

// pythonBlock is Python in a document, with what it prints.
var pythonBlock = regexp.MustCompile("(?s)(```python\n(.*?)```\n\n```output\n)(.*?)```")

// prelude puts the tokenizer of bytes in the place of a model's, which would have to be
// fetched.
const prelude = "import trainers, transformers\ntransformers.AutoTokenizer.from_pretrained = lambda name: trainers.QWEN\n"

// TestTrainerTutorial runs the Python of the tutorial with the files that its commands
// write: those are run by the tests of the documents.
func TestTrainerTutorial(t *testing.T) {
	python := os.Getenv("TOOLSPEAK_TRAINERS")
	if python == "" {
		t.Skip("TOOLSPEAK_TRAINERS is not set: make trainers installs the trainers whose code says what is trained")
	}
	here, err := os.Getwd()
	require.NoError(t, err)
	root := filepath.Dir(filepath.Dir(here))
	const path = "docs/training.md"
	page, err := os.ReadFile(filepath.Join(root, path))
	require.NoError(t, err)
	dir := t.TempDir()
	t.Chdir(dir)
	for output, opts := range map[string]dataset.Options{
		"segments.jsonl": {For: "axolotl-segments", Options: convert.Options{To: "react"}}, "messages.jsonl": {For: "trl"},
	} {
		engine, err := dataset.New(opts)
		require.NoError(t, err)
		_, err = job.Run(t.Context(), engine, job.Job{Inputs: []string{filepath.Join(root, "testdata/sample.react.jsonl")}, Output: output})
		require.NoError(t, err)
	}
	blocks := 0
	is := pythonBlock.ReplaceAllStringFunc(string(page), func(block string) string {
		blocks++
		parts := pythonBlock.FindStringSubmatch(block)
		cmd := exec.Command(python, "-c", prelude+parts[2])
		cmd.Env = append(os.Environ(), "PYTHONPATH="+here)
		var said strings.Builder
		cmd.Stderr = &said
		printed, err := cmd.Output()
		require.NoError(t, err, said.String())
		return parts[1] + string(printed) + "```"
	})
	require.Equal(t, 2, blocks)
	if *golden.Update {
		require.NoError(t, os.WriteFile(filepath.Join(root, path), []byte(is), 0o644))
		return
	}
	require.Equal(t, string(page), is)
}
