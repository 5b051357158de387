//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	pq "github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/parquet"
)

// typed is a row with columns that JSON does not have.
type typed struct {
	At       time.Time `parquet:"at,timestamp(microsecond)"`
	ID       [16]byte  `parquet:"id,uuid"`
	Messages []turn    `parquet:"messages,list"`
	Small    int8      `parquet:"small"`
	Ratio    float32   `parquet:"ratio,optional,snappy"`
}

type turn struct {
	Role    string `parquet:"role"`
	Content string `parquet:"content"`
}

// A conversion changes the messages and nothing else: columns, their order and
// types, and all other values.
func TestParquetKeepsColumns(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet")
	said := func(answer string) []turn { return []turn{{"user", "?"}, {"assistant", answer}} }
	rows := []typed{
		{At: time.Date(2024, 2, 29, 12, 0, 0, 1000, time.UTC), ID: [16]byte{1, 2}, Messages: said("Thought: a\nAnswer: b"), Small: -3, Ratio: 0.1},
		{At: time.Date(9, 2, 2, 12, 0, 0, 0, time.UTC), ID: [16]byte{3}, Messages: said("Thought: c\nAnswer: d"), Small: 4},
	}
	require.NoError(t, pq.WriteFile(in, rows))
	require.Equal(t, 0, Run([]string{"toolspeak", "convert", "--to", "xml", in, "-o", out, "--quiet"}, nil, os.Stdout, os.Stderr))
	got, err := pq.ReadFile[typed](out)
	require.NoError(t, err)
	want, err := pq.ReadFile[typed](in) // as the library wrote them
	require.NoError(t, err)
	want[0].Messages, want[1].Messages = said("a\n\n<answer>\nb\n</answer>"), said("c\n\n<answer>\nd\n</answer>")
	require.Equal(t, want, got)
	require.Equal(t, schemaOf(t, in), schemaOf(t, out))
}

// Where records get other keys, the columns that they keep are as they were.
func TestParquetReshaped(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet")
	said := []turn{{"user", "?"}, {"assistant", "Thought: a\nAnswer: b"}}
	require.NoError(t, pq.WriteFile(in, []typed{{At: time.Date(2024, 2, 29, 12, 0, 0, 1000, time.UTC), ID: [16]byte{1}, Messages: said, Small: 2, Ratio: 0.1}}))
	for _, c := range []struct{ flags, schema, row string }{
		{"--keep-original",
			"at: timestamp not null\nid: uuid not null\nmessages: list<struct<role: string, content: string>>\nsmall: int8 not null\nratio: float\n" +
				"original_messages: list<struct<role: string, content: string>>\n",
			`{"at":"2024-02-29T12:00:00.000001Z","id":"01000000-0000-0000-0000-000000000000","messages":[{"role":"user","content":"?"},{"role":"assistant","content":"a\n\n<answer>\nb\n</answer>"}],` +
				`"small":2,"ratio":0.1,"original_messages":[{"role":"user","content":"?"},{"role":"assistant","content":"Thought: a\nAnswer: b"}]}`},
		{"--out-layout=sharegpt",
			"at: timestamp not null\nid: uuid not null\nconversations: list<struct<from: string, value: string>>\nsmall: int8 not null\nratio: float\n",
			`{"at":"2024-02-29T12:00:00.000001Z","id":"01000000-0000-0000-0000-000000000000","conversations":[{"from":"human","value":"?"},{"from":"gpt","value":"a\n\n<answer>\nb\n</answer>"}],"small":2,"ratio":0.1}`},
	} {
		require.Equal(t, 0, Run([]string{"toolspeak", "convert", "--to", "xml", c.flags, in, "-o", out, "--quiet", "--force"}, nil, os.Stdout, os.Stderr))
		require.Equal(t, c.schema, schemaOf(t, out))
		var rows bytes.Buffer
		require.Equal(t, 0, Run([]string{"toolspeak", "convert", "--to", "xml", out, "--quiet"}, nil, &rows, os.Stderr))
		require.Equal(t, c.row+"\n", rows.String())
	}
}

func schemaOf(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := parquet.Format{}.Open(bytes.NewReader(b), int64(len(b)))
	require.NoError(t, err)
	schema, _ := parquet.Format{}.Join(nil, f)
	return fmt.Sprint(schema)
}

// A run over Parquet that was killed continues with --resume: lines continue, Parquet
// files begin anew, those that were done are left alone.
func TestParquetKilled(t *testing.T) {
	all := []string{"--to", "xml", "--rejects", "bad", "--report", "report", "--diagnostics", "all"}
	lines := manyRecords(400, "\n")
	for _, c := range []resumeCase{
		{"to lines", map[string]string{"in.parquet": lines}, append([]string{"convert", "-o", "out.jsonl", "in.parquet"}, all...)},
		{"tree", map[string]string{"data/out1.parquet": lines, "data/out2.jsonl": lines, "data/sub/out3.parquet": lines}, append([]string{"convert", "-o", "out", "data", "--workers", "2"}, all...)},
		{"parts", map[string]string{"in.parquet": lines}, append([]string{"convert", "-o", "out.parquet", "in.parquet", "--split-size", "300KiB"}, all...)},
	} {
		for name, content := range c.files {
			if strings.HasSuffix(name, ".parquet") {
				path := filepath.Join(t.TempDir(), "made")
				require.NoError(t, makeParquet(path, content, 100))
				b, err := os.ReadFile(path)
				require.NoError(t, err)
				c.files[name] = string(b)
			}
		}
		undisturbed, want, size := undisturbedRun(t, c)
		require.Greater(t, size, 1<<19)
		r := rand.New(rand.NewPCG(3, 5))
		for range testlong.Size(1, 4) {
			dir := prepare(t, c)
			for name := range c.files {
				stamp(t, undisturbed, dir, name)
			}
			code, stderr := run(t, dir, "kill", r.IntN(size), c.args...)
			require.Equal(t, -1, code, "%s: %s", c.what, stderr)
			code, stderr = run(t, dir, "", 0, append(c.args, "--resume")...)
			require.Equal(t, 1, code, stderr)
			sameFiles(t, want, content(t, dir))
		}
	}
}

// undisturbedRun returns the directory of a run that nothing disturbs, what is in
// it, and how long its outputs are in all.
func undisturbedRun(t *testing.T, c resumeCase) (dir string, files map[string]string, size int) {
	t.Helper()
	dir = prepare(t, c)
	code, stderr := run(t, dir, "", 0, c.args...)
	require.Equal(t, 1, code, stderr)
	files = content(t, dir)
	for name, b := range files {
		if strings.HasPrefix(name, "out") {
			size += len(b)
		}
	}
	return dir, files, size
}

// An interrupt between Parquet files leaves only whole ones under their names, and
// with --resume the run ends with the files of an undisturbed one. A single small
// file is written at its end, when there is nothing left to interrupt.
func TestParquetInterrupted(t *testing.T) {
	all := []string{"--to", "xml", "--rejects", "bad", "--report", "report", "--diagnostics", "all"}
	c := resumeCase{"parts", map[string]string{"in.jsonl": manyRecords(2000, "\n")},
		append([]string{"convert", "-o", "out.parquet", "in.jsonl", "--split-size", "300KiB"}, all...)}
	_, want, size := undisturbedRun(t, c)
	dir := prepare(t, c)
	code, stderr := run(t, dir, "interrupt", size/2, c.args...)
	require.Equal(t, 130, code, "%s: %s", c.what, stderr)
	require.Contains(t, stderr, "interrupted")
	for name, b := range content(t, dir) {
		if strings.HasPrefix(name, "out") {
			require.True(t, want[name] == b, "%s: %s is not whole", c.what, name)
		}
	}
	code, stderr = run(t, dir, "", 0, append(c.args, "--resume")...)
	require.Equal(t, 1, code, stderr)
	sameFiles(t, want, content(t, dir))
}

// Whether the first records tell the columns of all, or the file begins again where they do
// not, changes nothing of what is written or said.
func TestParquetInferredAtOnce(t *testing.T) {
	lines := strings.Split(manyRecords(40, "\n"), "\n")
	wider := lines[0][:len(lines[0])-1] + `,"more":1.50}` // a column that the first records lack
	mixed := lines[1][:len(lines[1])-1] + `,"more":"text"}`
	twice := lines[2][:len(lines[2])-1] + `,"twice":1,"twice":2}`
	defer func(old int) { inferFrom = old }(inferFrom)
	for name, more := range map[string][]string{"alike": nil, "wider": {wider}, "mixed": {wider, mixed}, "with rejects": {"null", twice, "[1]"}} {
		t.Run(name, func(t *testing.T) {
			in := strings.Join(append(append(append([]string{}, lines[:20]...), more...), lines[20:]...), "\n")
			var want map[string]string
			for _, from := range []int{1, 4 << 10, 0} {
				for _, flags := range [][]string{{"--workers", "1"}, {"--workers", "2"}} {
					inferFrom = from
					dir := t.TempDir()
					require.NoError(t, os.WriteFile(filepath.Join(dir, "in.jsonl"), []byte(in), 0o666))
					var stderr bytes.Buffer
					file := func(name string) string { return filepath.Join(dir, name) }
					code := Run(append([]string{"toolspeak", "convert", "--to", "xml", "-o", file("out.parquet"), "--rejects", file("bad"), "--report", file("report"),
						"--diagnostics", file("all"), file("in.jsonl")}, flags...), nil, os.Stdout, &stderr)
					require.Equal(t, 1, code, stderr.String())
					got := content(t, dir)
					got["stderr"] = tookTime.ReplaceAllLiteralString(strings.ReplaceAll(stderr.String(), dir, ""), "")
					for name, text := range got {
						got[name] = strings.ReplaceAll(text, dir, "")
					}
					if want == nil {
						want = got
					}
					require.Equal(t, want["stderr"], got["stderr"], flags)
					sameFiles(t, want, got)
				}
			}
		})
	}
}

// tookTime is how long a run took, which a machine under load makes longer.
var tookTime = regexp.MustCompile(`in (less than a second|[0-9hms]+s)\b`)

// A full disk leaves nothing of a Parquet file, and the error says so.
func TestParquetFull(t *testing.T) {
	c := resumeCase{files: map[string]string{"in.jsonl": manyRecords(200, "\n")}, args: []string{"convert", "--to", "xml", "--rejects", "bad", "-o", "out.parquet", "in.jsonl"}}
	dir := prepare(t, c)
	code, stderr := run(t, dir, "full", 10<<10, c.args...)
	require.Equal(t, 3, code, stderr)
	require.Contains(t, stderr, "can't write out.parquet: no space left on device")
	sameFiles(t, c.files, content(t, dir))
}

// A program that converts with the library does not link the Parquet library.
func TestLibraryWithoutParquet(t *testing.T) {
	const module = "github.com/toolspeak/toolspeak/"
	deps, err := exec.Command("go", "list", "-deps", module+"dataset", module+"convert", module+"prompts", module+"styles", module+"ir").Output()
	require.NoError(t, err)
	require.Contains(t, string(deps), module+"ir\n")
	require.NotContains(t, string(deps), "parquet")
}

// Records of a framework, whose messages become others, and lists in strings are rows of Parquet, too.
func TestParquetOfOtherRecords(t *testing.T) {
	dir := t.TempDir()
	const chat = `[{"role": "user", "content": "go"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "c", "content": "ok"}]`
	const framework = `[{"type": "human", "content": "go"}, {"type": "ai", "content": "", "tool_calls": [{"name": "f", "args": {"a": 1}, "id": "c"}]}, {"type": "tool", "content": "ok", "tool_call_id": "c"}]`
	quoted := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	var each []string
	for _, m := range gjson.Parse(chat).Array() {
		each = append(each, quoted(m.Raw))
	}
	for i, record := range []string{
		`{"id": 1, "messages": ` + framework + `}`, `{"id": 1, "messages": ` + quoted(framework) + `}`,
		`{"id": 1, "messages": ` + quoted(chat) + `}`, `{"id": 1, "messages": [` + strings.Join(each, ", ") + `]}`,
		`{"id": 1, "prompt": ` + quoted(chat[:strings.Index(chat, "}, ")+1]+"]") + `, "completion": ` + quoted("["+chat[strings.Index(chat, "}, ")+3:]) + `}`,
		`{"id": 1, "chosen": ` + quoted(chat) + `, "rejected": ` + quoted(`[{"role": "user", "content": "go"}, {"role": "assistant", "content": "no"}]`) + `}`,
	} {
		in, rows, out := filepath.Join(dir, fmt.Sprint(i, ".jsonl")), filepath.Join(dir, fmt.Sprint(i, ".in.parquet")), filepath.Join(dir, fmt.Sprint(i, ".out.parquet"))
		require.NoError(t, os.WriteFile(in, []byte(record+"\n"), 0o644))
		f, err := os.Create(rows)
		require.NoError(t, err)
		w, err := parquet.Format{}.Create(f, nil, "")
		require.NoError(t, err)
		row, err := w.Encode(nil, []byte(record))
		require.NoError(t, err)
		require.NoError(t, w.Write(row))
		require.NoError(t, w.Close())
		require.NoError(t, f.Close())
		for _, from := range []string{in, rows} {
			for _, to := range []string{"openai", "anthropic", "react", "hermes"} {
				require.Equal(t, 0, Run([]string{"toolspeak", "convert", "--to", to, from, "-o", out, "--quiet", "--force"}, nil, os.Stdout, os.Stderr), "%s %s", to, record)
				var text bytes.Buffer
				require.Equal(t, 0, Run([]string{"toolspeak", "convert", "--to", to, "--prompt", "keep", out, "--quiet"}, nil, &text, os.Stderr))
				require.Contains(t, text.String(), "ok")
			}
		}
	}
}
