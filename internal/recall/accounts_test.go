package recall

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// accountCodes are those of what a reading leaves over.
var accountCodes = []ir.Code{ir.CodeOrphanResult, ir.CodeOpenCall, ir.CodeUnreadMarker, ir.CodeUnheldText}

// verdict is what a person found.
type verdict struct {
	path, found string
	wrong       int
}

// verdicts are what a person found who looked at what is reported in a folder, and in how
// many records the report is false: the first that a path begins with.
var verdicts = []verdict{
	{"adp/agenttuning_db", "the model writes `Action: Answer` and `Final Answer:` after it", 0},
	{"adp/agenttuning_mind2web", "the model writes `Answer:` and then `Action: SELECT`, which no style reads", 0},
	{"adp/agenttuning", "results come in the user's turn, without a marker or labelled as the user's", 0},
	{"adp", "results are labelled as the user's", 0},
	{"cactus", "a model without a tool: calls follow calls", 0},
	{"crewai-cassettes", "the program writes a second result after one, or complains of a call that it did not read", 0},
	{"fireact", "the program says twice that the episode is finished, or answers a message that was cut off and has no call", 0},
	{"google-llamaindex", "a call was made twice and answered once", 0},
	{"haystack-blog", "a printed example of the format, after an answer", 0},
	{"haystack-fewshot", "examples of a prompt, whose results have another marker", 0},
	{"hf-agents-course", "a printed prompt, and a text whose calls were cut out", 0},
	{"langchain-react", "a printed prompt, parsing errors in the place of results, and runs within runs", 0},
	{"native/pydantic-ai-tool-search", "requests send back the service's search for tools without what it found", 0},
	{"langchain-structured", "objects without `Action:` right after a run's beginning", 0},
	{"langchain-zh", "the program did not print the calls", 0},
	{"llamafactory", "one result answers several calls", 3},
	{"llamaindex-react", "a printed prompt, results without a marker, and examples after an answer", 0},
	{"llamp", "runs within runs, and calls in words", 0},
	{"logs", "a call of a kind that is not read as one", 0},
	{"mdcrow", "the program did not print the results", 0},
	{"native/adp-std", "results are labelled as the user's", 0},
	{"native/golang-atif", "the results of what a terminal was told in words", 0},
	{"pinecone-json-agent", "objects without `Action:` after a role's word", 0},
	{"rotbench", "the user answers a question of the model, whose tool has a made-up name", 4},
}

// oneIn is the share of records in which a report may be false.
const oneIn = 500

// TestAccounts reads every file of real data and compares docs/internals/accounts.md with what each
// reading leaves over.
func TestAccounts(t *testing.T) {
	root, err := filepath.EvalSymlinks(corpus(t))
	require.NoError(t, err)
	type row struct {
		path    string
		records int
		times   map[ir.Code]int
	}
	rows, records := map[string]*row{}, 0
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "SOURCES.md" || strings.HasPrefix(d.Name(), "LICENSE") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		require.NoError(t, err)
		read, lists := leftOver(t, path)
		records += read
		for number, list := range lists {
			at := slices.IndexFunc(verdicts, func(v verdict) bool { return strings.HasPrefix(filepath.ToSlash(rel), v.path) })
			if at < 0 {
				t.Errorf("%s, record %d: nobody looked at %v", rel, number, list)
				continue
			}
			r := rows[verdicts[at].path]
			if r == nil {
				r = &row{path: verdicts[at].path, times: map[ir.Code]int{}}
				rows[r.path] = r
			}
			r.records++
			for _, d := range list {
				r.times[d.Code] += d.Number()
				t.Logf("%s, record %d: %s in message %d, line %d: %s", rel, number, d.Code, d.Message, d.Pos.Line, d.Text())
			}
		}
		return nil
	}))
	var b strings.Builder
	b.WriteString(`# What readings leave over

After a transcript was read, toolspeak reports what is left over: results without a call, calls without a result before the transcript
goes on, lines with the marker of a call that were not read as one, and words that are in no step. In a transcript that is read
rightly there is none of it. ` + "`--strict`" + ` refuses records with such a report.

This page says how often it happens in public transcripts ([corpus.md](corpus.md)), and what a person found who looked at each report. A report is false
where nothing is missing and nothing was misread. The page is written by ` + "`go test ./internal/recall -run Accounts -update`" + `.

| source | records with a report | ` + "`orphan-result`, times | `open-call` | `unread-marker` | `unheld-text`" + ` | what a person found | false, records |
| --- | --- | --- | --- | --- | --- | --- | --- |
`)
	reported, wrong := 0, 0
	for _, v := range verdicts {
		r := rows[v.path]
		if r == nil {
			continue
		}
		reported += r.records
		wrong += min(v.wrong, r.records)
		fmt.Fprintf(&b, "| %s | %d |", r.path, r.records)
		for _, code := range accountCodes {
			fmt.Fprintf(&b, " %d |", r.times[code])
		}
		fmt.Fprintf(&b, " %s | %d |\n", v.found, min(v.wrong, r.records))
	}
	fmt.Fprintf(&b, "\n%d records were read. %d have a report, and in %d of them it is false: one record in %d.\n", records, reported, wrong, records/max(1, wrong))
	require.LessOrEqual(t, wrong*oneIn, records)
	compare(t, "accounts.md", b.String())
}

// leftOver returns how many records of a file were read, and by their numbers what the
// readings of some leave over.
func leftOver(t *testing.T, path string) (records int, lists map[int][]ir.Diagnostic) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	lists = map[int][]ir.Diagnostic{}
	for rec := range e.Records(t.Context(), filepath.Base(path), bytes.NewReader(data)) {
		if rec == nil {
			break
		}
		_, res, err := e.ConvertRecord(rec)
		if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
			continue
		}
		records++
		for i := range res.Diagnostics {
			if d := res.Diagnostics[i]; slices.Contains(accountCodes, d.Code) {
				lists[rec.Number] = append(lists[rec.Number], d)
			}
		}
	}
	return records, lists
}
