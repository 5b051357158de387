package cli

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// request frames one request of a worker.
func request(op byte, payload []byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(payload)))
	return append(append(b, op), payload...)
}

// column frames records.
func column(records ...string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(records)))
	at := uint64(0)
	b = binary.LittleEndian.AppendUint64(b, at)
	for _, r := range records {
		at += uint64(len(r))
		b = binary.LittleEndian.AppendUint64(b, at)
	}
	return append(b, strings.Join(records, "")...)
}

// answers takes apart what a worker said after its hello.
func answers(t *testing.T, out []byte) (all []answer) {
	t.Helper()
	const hello = "toolspeak worker 1\n"
	require.True(t, bytes.HasPrefix(out, []byte(hello)))
	for out = out[len(hello):]; len(out) > 0; {
		n := binary.LittleEndian.Uint64(out)
		all = append(all, answer{failed: out[8] == 1, payload: out[9 : 9+n]})
		out = out[9+n:]
	}
	return all
}

type answer struct {
	failed  bool
	payload []byte
}

// columns takes apart the answer to records.
func (a answer) columns(t *testing.T) (report map[string]any, status []byte, records, diagnostics []string) {
	t.Helper()
	b := a.payload
	n, r := int(binary.LittleEndian.Uint32(b)), binary.LittleEndian.Uint32(b[4:])
	require.NoError(t, json.Unmarshal(b[8:8+r], &report))
	b = b[8+r:]
	status, b = b[:n], b[n:]
	take := func() (list []string) {
		offsets, rest := b[:8*(n+1)], b[8*(n+1):]
		at := func(i int) uint64 { return binary.LittleEndian.Uint64(offsets[8*i:]) }
		for i := range n {
			list = append(list, string(rest[at(i):at(i+1)]))
		}
		b = rest[at(n):]
		return list
	}
	records, diagnostics = take(), take()
	take() // the styles
	require.Empty(t, b)
	return report, status, records, diagnostics
}

func serve(t *testing.T, requests ...[]byte) (all []answer, said string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	code = Run([]string{"toolspeak", "worker"}, bytes.NewReader(bytes.Join(requests, nil)), &out, &err)
	return answers(t, out.Bytes()), err.String(), code
}

// TestWorkerEqualsFilter holds the records of a batch against what filter makes of
// the same lines, whatever the number of workers.
func TestWorkerEqualsFilter(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/filter.jsonl")
	require.NoError(t, err)
	lines := strings.SplitAfter(string(raw), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\n")
	}
	lines = append(lines, "", " ", `{"messages": 7}`, "no JSON")
	var want, said bytes.Buffer
	require.Zero(t, Run([]string{"toolspeak", "filter", "--to", "xml"}, strings.NewReader(strings.Join(lines, "\n")), &want, &said))
	for _, workers := range []string{"1", "3"} {
		got, _, code := serve(t, request('O', []byte(`{"to": "xml", "workers": `+workers+`}`)), request('C', column(lines...)))
		require.Zero(t, code)
		require.Len(t, got, 2)
		_, status, records, diagnostics := got[1].columns(t)
		rejects := 0
		for i, line := range strings.Split(want.String(), "\n") {
			if strings.HasPrefix(line, `{"toolspeak_reject"`) {
				rejects++
				require.Equal(t, byte(1), status[i], line)
				require.Empty(t, records[i])
				require.Contains(t, diagnostics[i], `"severity":"reject"`)
				continue
			}
			require.Zero(t, status[i])
			require.Equal(t, line, records[i])
			require.Empty(t, diagnostics[i], "diagnostics of converted records are not asked for")
		}
		require.Positive(t, rejects)
	}
}

func TestWorkerOptions(t *testing.T) {
	record := column(`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Action: f\nAction Input: {'a': 1}"}]}`)
	got, _, code := serve(t,
		request('O', []byte(`{"to": "xml", "from": "react", "field": ["messages"], "no-verify": true, "observations": null, "diagnostics": true}`)), request('C', record),
		request('O', []byte(`{"to": "hermess"}`)), request('O', []byte(`{"too": "xml"}`)), request('O', []byte(`{"rejects": "x"}`)),
		request('O', []byte(`[]`)), request('O', []byte(`{"to": {}}`)), request('O', []byte(`{"help": true}`)),
		request('C', record), request('C', column()))
	require.Zero(t, code)
	_, _, _, diagnostics := got[1].columns(t)
	require.Contains(t, diagnostics[0], `"code":"python-args"`)
	for i, want := range map[int]string{2: `unknown style "hermess"`, 3: `unknown option "too"`, 4: `unknown option "rejects"`,
		5: "not a JSON object", 6: `the option "to" is an object`, 7: `unknown option "help"`} {
		require.True(t, got[i].failed)
		require.Contains(t, string(got[i].payload), want)
	}
	_, status, _, _ := got[8].columns(t) // a wrong option leaves the engine that there was
	require.Zero(t, status[0])
	report, _, records, _ := got[9].columns(t)
	require.Empty(t, records)
	require.Zero(t, report["records"])
}

func TestWorkerOperations(t *testing.T) {
	text := "Question: ?\nThought: t\nAction: f\nAction Input: {\"a\": 1.0}\nObservation: o\nThought: u\nAnswer: b"
	got, _, code := serve(t, request('O', []byte(`{"to": "xml"}`)), request('T', column(text)),
		request('D', column(`{"text": "Thought: t\nAction: f\nAction Input: {}"}`)),
		request('K', column(`{"text": "Action: f\nAction Input: {'a': 1}"}`)))
	require.Zero(t, code)
	_, _, records, _ := got[1].columns(t)
	require.Contains(t, records[0], `<arguments>{"a": 1.0}</arguments>`)
	_, _, records, _ = got[2].columns(t)
	require.Contains(t, records[0], `"style":"react"`)
	report, _, _, _ := got[3].columns(t)
	require.EqualValues(t, 1, report["repairs"].(map[string]any)["python-args"])
}

// TestWorkerSchema: the options that a worker lists are those that it takes.
func TestWorkerSchema(t *testing.T) {
	got, _, _ := serve(t, request('S', nil))
	var rows []struct {
		Name, Kind string
		Values     []string
	}
	require.NoError(t, json.Unmarshal(got[0].payload, &rows))
	require.NotEmpty(t, rows)
	for _, r := range rows {
		options := map[string]any{"to": "xml"}
		if r.Name == "arguments" {
			options["to"] = "openai" // whose arguments have two forms
		}
		switch {
		case len(r.Values) > 0:
			options[r.Name] = r.Values[0]
		case strings.HasPrefix(r.Kind, "bool"):
			options[r.Name] = true
		default:
			continue // a path or a file
		}
		raw, err := json.Marshal(options)
		require.NoError(t, err)
		answer, _, _ := serve(t, request('O', raw))
		require.False(t, answer[0].failed, "%s: %s", raw, answer[0].payload)
	}
}

// TestPythonNames: the types of the Python package have the values of the worker's options. python/names.py
// writes them, from a build of today.
func TestPythonNames(t *testing.T) {
	generator, err := os.ReadFile("../../python/names.py")
	require.NoError(t, err)
	page, err := os.ReadFile("../../python/src/toolspeak/_names.py")
	require.NoError(t, err)
	types := regexp.MustCompile(`"([a-z-]+)": "([A-Z]\w+)"`).FindAllStringSubmatch(string(generator), -1)
	require.NotEmpty(t, types)
	for _, m := range types {
		for _, o := range optionsOf("worker") {
			if o.Name == m[1] {
				require.Contains(t, string(page), m[2]+" = Literal[\n    \""+strings.Join(o.values(), "\",\n    \"")+"\",\n]\n", "go build, then cd python && TOOLSPEAK_BIN=../toolspeak python names.py")
			}
		}
	}
}

// TestWorkerBindings: the options of a worker are those of the Python package and of the
// npm package.
func TestWorkerBindings(t *testing.T) {
	python, err := os.ReadFile("../../python/src/toolspeak/_converter.py")
	require.NoError(t, err)
	npm, err := os.ReadFile("../../npm/lib/index.d.ts")
	require.NoError(t, err)
	keywords := map[string]string{"from": "from_", "for": "for_", "field": "fields", "style-file": "style_files", "no-verify": "verify"}
	for _, o := range optionsOf("worker") {
		keyword := cmp.Or(keywords[o.Name], strings.ReplaceAll(o.Name, "-", "_"))
		require.Regexp(t, `(?m)^        `+keyword+`: `, string(python), "the keyword of --%s", o.Name)
		if o.Name == "for" { // nothing of trainers is in the program that a browser loads
			continue
		}
		words := strings.Split(o.Name, "-")
		for i := range words[1:] {
			words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
		}
		require.Regexp(t, `(?m)^  `+strings.Join(words, "")+`\??: `, string(npm), "the property of --%s", o.Name)
	}
}

// TestWorkerProtocol: who does not speak the protocol is told so, with exit code 2.
func TestWorkerProtocol(t *testing.T) {
	options := request('O', []byte(`{"to": "xml"}`))
	long := binary.LittleEndian.AppendUint64(nil, 1<<40)
	for name, in := range map[string][]byte{
		"no options":      request('C', column("x")),
		"unknown request": append(options[:len(options):len(options)], request('?', nil)...),
		"cut head":        options[:4],
		"cut payload":     options[:12],
		"too long":        append(long, 'C'),
		"cut column":      append(options[:len(options):len(options)], request('C', column("a", "b")[:11])...),
		"wild offsets":    append(options[:len(options):len(options)], request('C', append(column("a")[:12], 9, 0, 0, 0, 0, 0, 0, 0, 'a'))...),
		"http":            []byte("GET / HTTP/1.1\r\n\r\n"),
	} {
		_, said, code := serve(t, in)
		require.Equal(t, 2, code, name)
		require.Contains(t, said, "not a toolspeak client", name)
	}
	all, said, code := serve(t)
	require.Zero(t, code)
	require.Empty(t, all)
	require.Empty(t, said)
}

func FuzzWorker(f *testing.F) {
	f.Add(request('C', column("{}", "", "x")))
	f.Add(request('O', []byte(`{"to": "react"}`)))
	f.Add(request('T', column("Action: f")))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out, said bytes.Buffer
		in = append(request('O', []byte(`{"to": "xml"}`)), in...)
		if code := Run([]string{"toolspeak", "worker"}, bytes.NewReader(in), &out, &said); code != 0 && code != 2 {
			t.Fatalf("exit code %d: %s", code, said.String())
		}
	})
}
