package oracles

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/parquet"
)

// trainer is a trainer whose own code says what it trains, and what that puts around
// what the model says.
type trainer struct {
	name, before, after string
	styles              []string
	// judged: records have a label.
	judged bool
}

var proved = []trainer{
	{name: "trl", before: "\n", after: "<|im_end|>\n", styles: []string{"react", "hermes", "openai"}},
	{name: "trl-turns", after: "<|im_end|>\n", styles: []string{"react", "hermes", "openai"}},
	{name: "trl-text", after: "<|im_end|>", styles: []string{"react", "hermes"}},
	{name: "axolotl", after: "<|im_end|>", styles: []string{"react", "hermes", "openai"}},
	{name: "axolotl-segments", styles: []string{"react", "hermes"}},
	{name: "llamafactory", after: "<|im_end|>\n", styles: []string{"react", "hermes", "llamafactory"}},
	{name: "torchtune", styles: []string{"react", "hermes"}},
	{name: "swift", after: "<|im_end|>\n", styles: []string{"react", "hermes", "swift", "openai"}},
	{name: "mistral", styles: []string{"openai", "hermes"}},
	{name: "verl", after: "<|im_end|>\n", styles: []string{"react", "hermes"}},
	{name: "mlx", after: "<|im_end|>\n", styles: []string{"react", "hermes", "openai"}},
	{name: "skyrl", after: "<|im_end|>", styles: []string{"react", "hermes", "openai"}},
	{name: "tinker", after: "<|im_end|>", styles: []string{"react", "hermes"}},
	{name: "art", after: "<|im_end|>\n", styles: []string{"react", "hermes"}},
	{name: "unsloth", after: "<|im_end|>", styles: []string{"react", "hermes"}},
	{name: "nemo", after: "<|im_end|>\n", styles: []string{"react", "hermes"}},
	{name: "trl-kto", after: "<|im_end|>\n", styles: []string{"react", "hermes", "openai"}, judged: true},
	{name: "llamafactory-kto", after: "<|im_end|>\n", styles: []string{"react", "hermes", "llamafactory"}, judged: true},
}

// rowsOf are rows for a trainer and what was reported of each.
type rowsOf struct {
	rows     []byte
	reports  [][]ir.Diagnostic
	rejected map[ir.Code]int
	settings map[string]string
}

// made converts records to the rows of a trainer.
func made(t *testing.T, opts dataset.Options, records [][]byte) *rowsOf {
	engine, err := dataset.New(opts)
	require.NoError(t, err)
	r := &rowsOf{rejected: map[ir.Code]int{}, settings: map[string]string{}}
	for _, s := range job.Sidecars(engine, "rows.jsonl") {
		r.settings[s.Path] = string(s.Text)
	}
	for _, record := range records {
		row, res, err := engine.Record(record)
		var d *ir.Diagnostic
		if errors.As(err, &d) {
			r.rejected[d.Code]++
			continue
		}
		require.NoError(t, err)
		r.rows = append(append(r.rows, row...), '\n')
		for range bytes.Count(row, []byte{'\n'}) + 1 { // a record may become several rows
			r.reports = append(r.reports, res.Diagnostics)
		}
	}
	return r
}

// trained is what a trainer's code made of a row.
type trained struct {
	Runs    [][2]any
	Dropped bool
	Changed bool
	Wanted  []string
}

// texts are the texts that are trained, without what the template puts around them.
func (v *trained) texts(t *testing.T, by *trainer) []string {
	texts := []string{}
	for _, run := range v.Runs {
		if run[0] != true {
			continue
		}
		text, before := strings.CutPrefix(run[1].(string), by.before)
		text, after := strings.CutSuffix(text, by.after)
		require.True(t, before && after, "%q has other things around it", run[1])
		texts = append(texts, text)
	}
	return texts
}

// trainers is a running trainers.py.
type trainers struct{ *script }

// running is one for all tests: it takes seconds to start.
var running *trainers

// startTrainers starts trainers.py, or skips the test.
func startTrainers(t *testing.T) *trainers {
	t.Helper()
	python := os.Getenv("TOOLSPEAK_TRAINERS")
	switch {
	case python == "":
		t.Skip("TOOLSPEAK_TRAINERS is not set: make trainers installs the trainers whose code says what is trained")
	case running == nil:
		running = &trainers{begin(t, python, "trainers.py")}
	default:
		running.t = t
	}
	return running
}

func TestMain(m *testing.M) {
	code := m.Run()
	if running != nil {
		if err := running.end(); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	os.Exit(code)
}

// train lets a trainer make training examples of rows.
func (o *trainers) train(t *testing.T, name string, r *rowsOf) []trained {
	t.Helper()
	var v struct {
		Rows  []trained
		Fault string
	}
	asked := map[string]any{"trainer": name, "rows": string(r.rows), "settings": r.settings}
	if name == "verl" {
		asked["parquet"] = asParquet(t, r.rows)
	}
	o.ask(asked, &v)
	require.Empty(t, v.Fault)
	require.Len(t, v.Rows, len(r.reports))
	return v.Rows
}

// asParquet returns rows as a file of Parquet, as convert writes it.
func asParquet(t *testing.T, rows []byte) []byte {
	infer := parquet.Format{}.Infer()
	put := func(w dataset.RowWriter) {
		for line := range bytes.Lines(rows) {
			row, err := w.Encode(nil, line)
			require.NoError(t, err)
			require.NoError(t, w.Write(row))
		}
	}
	put(infer)
	schema, _, err := infer.Schema()
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := parquet.Format{}.Create(&file, schema, dataset.Uncompressed)
	require.NoError(t, err)
	put(w)
	require.NoError(t, w.Close())
	return file.Bytes()
}

// generated are transcripts with native calls and, of each, the text of a style.
func generated(n int) (list [][]byte) {
	records := rapid.Custom(func(t *rapid.T) []byte { return (&gen.Generator{T: t, Hits: gen.Hits{}}).OpenAI(true) })
	for seed := 0; len(list) < n; seed++ {
		record := records.Example(seed)
		if bytes.Count(record, []byte(`"role"`)) > 2 {
			list = append(list, bytes.Replace(record, []byte(`[{"role": "assistant"`), []byte(`[{"role": "user", "content": "Go on."}, {"role": "assistant"`), 1))
		}
	}
	return list
}

// realRecords are the records of the corpus: all with TOOLSPEAK_TRAINERS_ALL, else one in
// forty of those that are not long.
func realRecords(t *testing.T) (list [][]byte) {
	all, found := os.Getenv("TOOLSPEAK_TRAINERS_ALL") != "", 0
	const most, apart = 8 << 10, 40
	root, err := filepath.EvalSymlinks(os.Getenv("TOOLSPEAK_CORPUS"))
	if os.Getenv("TOOLSPEAK_CORPUS") == "" || err != nil {
		return nil
	}
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "SOURCES.md" || strings.HasPrefix(d.Name(), "LICENSE") {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		for rec, err := range engine.Records(t.Context(), path, file) {
			if err != nil || rec == nil {
				continue // TestCorpus of the recall counts these
			}
			doc, _, err := engine.ConvertRecord(rec)
			if err != nil || !all && len(doc) > most {
				continue
			}
			if found++; all || found%apart == 0 {
				list = append(list, transcript(t, doc))
			}
		}
		return nil
	}))
	return list
}

// transcript returns a neutral document without the other keys of its record: those of
// all data sets make no columns.
func transcript(t *testing.T, doc []byte) []byte {
	var keys map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(doc, &keys))
	delete(keys, "record")
	doc, err := json.Marshal(keys)
	require.NoError(t, err)
	return doc
}

// labelled returns records that say whether they are good: every other one is.
func labelled(t *testing.T, records [][]byte) (out [][]byte) {
	rows := made(t, dataset.Options{Options: convert.Options{To: "openai"}}, records).rows
	for i, row := range bytes.Split(bytes.TrimSpace(rows), []byte("\n")) {
		out = append(out, fmt.Appendf(nil, `{"label": %t, %s`, i%2 == 0, row[1:]))
	}
	return out
}

// TestTrainers lets the trainers' own code make training examples of rows: what it
// trains is what the model says and calls, to the character.
func TestTrainers(t *testing.T) {
	o := startTrainers(t)
	sources := map[string][][]byte{"generated": generated(200)}
	if list := realRecords(t); len(list) > 0 {
		sources["real"] = list
	}
	for _, by := range proved {
		for _, to := range by.styles {
			for kind, records := range sources {
				t.Run(by.name+"/"+to+"/"+kind, func(t *testing.T) {
					if by.judged {
						records = labelled(t, records)
					}
					r := made(t, dataset.Options{For: by.name, Options: convert.Options{To: to}}, records)
					wrong, changed := 0, 0
					for i, v := range o.train(t, by.name, r) {
						if v.Changed {
							changed++
						}
						got := v.texts(t, &by)
						require.False(t, v.Dropped, "row %d was dropped: %s", i, bytes.Split(r.rows, []byte("\n"))[i])
						if slices.ContainsFunc(r.reports[i], func(d ir.Diagnostic) bool { return d.Code == ir.CodeArgsFragile }) {
							loosen(v.Wanted)
							loosen(got)
						}
						if !equal(got, v.Wanted) {
							if wrong++; wrong < 4 {
								row := bytes.Split(r.rows, []byte("\n"))[i]
								t.Errorf("row %d: trained\n%q\nwanted\n%q\nrow %.2000s", i, got, v.Wanted, row)
							}
						}
					}
					t.Logf("%d records, %d rows, %d wrong, %d that datasets changes, rejected %v", len(records), len(r.reports), wrong, changed, r.rejected)
				})
			}
		}
	}
}

// TestTrainerPairs is TestTrainers for rows of two answers, of which one was chosen.
func TestTrainerPairs(t *testing.T) {
	o := startTrainers(t)
	rows := made(t, dataset.Options{Options: convert.Options{To: "openai"}}, generated(200)).rows
	var pairs [][]byte
	for _, row := range bytes.Split(bytes.TrimSpace(rows), []byte("\n")) {
		var record struct {
			Messages []json.RawMessage `json:"messages"`
			Tools    json.RawMessage   `json:"tools,omitempty"`
		}
		require.NoError(t, json.Unmarshal(row, &record))
		last := len(record.Messages) - 1
		if gjson.GetBytes(record.Messages[last], "role").String() != "assistant" || gjson.GetBytes(record.Messages[0], "role").String() == "assistant" {
			continue
		}
		other := append(slices.Clone(record.Messages[:last]), json.RawMessage(`{"role": "assistant", "content": "I don't know."}`))
		pair, err := json.Marshal(map[string]any{"chosen": record.Messages, "rejected": other, "tools": record.Tools})
		require.NoError(t, err)
		pairs = append(pairs, pair)
	}
	for _, to := range []string{"react", "hermes"} {
		r := made(t, dataset.Options{For: "trl-pairs", Options: convert.Options{To: to}}, pairs)
		for i, v := range o.train(t, "trl-pairs", r) {
			require.Equal(t, v.Wanted, v.texts(t, &trainer{after: "<|im_end|>\n"}), "%s", bytes.Split(r.rows, []byte("\n"))[i])
		}
		require.Greater(t, len(r.reports), len(pairs)/2)
		t.Logf("%d pairs, %d rows, rejected %v", len(pairs), len(r.reports), r.rejected)
	}
}

// TestTrainerPolicies is TestTrainers for rows of which not all that the model says is
// trained: some messages, or parts of them where it has results in its own text.
func TestTrainerPolicies(t *testing.T) {
	o := startTrainers(t)
	after := map[string]string{}
	for _, by := range proved {
		after[by.name] = by.after
	}
	inline := dataset.Options{For: "axolotl", Options: convert.Options{To: "react", Observations: convert.InlineObservations}}
	for _, opts := range []dataset.Options{
		{For: "axolotl", Train: "answers"}, {For: "axolotl", Train: "last"}, {For: "axolotl", Train: "calls", Options: convert.Options{To: "hermes"}}, inline,
		{For: "trl-turns", Train: "answers"}, {For: "trl-turns", Train: "last", Options: convert.Options{To: "openai"}}, {For: "trl-text", Train: "calls"},
		{For: "axolotl-segments", Train: "answers"}, {For: "axolotl-segments", Options: convert.Options{To: "hermes"}},
		{For: "swift", Train: "answers"}, {For: "swift", Train: "last", Options: convert.Options{To: "openai"}}, {For: "swift", Train: "calls", Options: convert.Options{To: "hermes"}},
		{For: "mlx", Train: "answers"}, {For: "tinker", Train: "calls"},
	} {
		r := made(t, opts, generated(60))
		flags := 0
		for _, flag := range []string{`"train": false`, `"label": false`, `"loss": false`, `"completion": `, `"trainable": false`, `"messages": `} {
			flags += bytes.Count(r.rows, []byte(flag))
		}
		require.NotZero(t, flags)
		for i, v := range o.train(t, opts.For, r) {
			var got strings.Builder
			for _, run := range v.Runs {
				if run[0] == true {
					got.WriteString(run[1].(string))
				}
			}
			require.Equal(t, strings.Join(v.Wanted, ""), strings.ReplaceAll(got.String(), after[opts.For], ""), "%+v row %d: %s", opts, i, bytes.Split(r.rows, []byte("\n"))[i])
		}
		t.Logf("%s %s %s: %d rows, %d parts that are not trained, rejected %v", opts.For, opts.To, opts.Train, len(r.reports), flags, r.rejected)
	}
}

var decimals = regexp.MustCompile(`\d+\.\d+`)

// loosen rounds the numbers in texts, where a row was reported to change them.
func loosen(texts []string) {
	for i := range texts {
		texts[i] = decimals.ReplaceAllStringFunc(texts[i], func(s string) string {
			f, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return s
			}
			return strconv.FormatFloat(f, 'g', 12, 64)
		})
	}
}

// equal compares texts but those that say nothing.
func equal(a, b []string) bool {
	says := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	}
	return slices.Equal(says(a), says(b))
}
