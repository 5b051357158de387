package recall

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

var update = flag.Bool("update", false, "write the tables in docs anew")

var (
	ansi  = regexp.MustCompile("\x1b\\[[0-9;]*m")
	lines = regexp.MustCompile(`(?m)^[ \t>*#]*(?:Action|ACTION)(?: \d+)?[*]*:[*]*[ \t]*(.*)$`)
	// The value may be on the next line.
	nextLine = regexp.MustCompile(`(?m)^(?:Action|ACTION):\s*(.*)$`)
	brackets = regexp.MustCompile(`(?m)^(?:Action|ACTION)(?: \d+)?:\s*([A-Za-z_]+\[.*)$`)
	// Of a command in words the first names the tool.
	commands = regexp.MustCompile(`(?m)^ACTION:\s*(\S+)`)
	acts     = regexp.MustCompile(`(?m)^Act: *(.*)$`)
	haystack = regexp.MustCompile(`(?m)^\s*Tool: *(.*)$`)
	blobs    = regexp.MustCompile(`["']action["']\s*:\s*["']([^"'\n]*)["']`)
	mixed    = regexp.MustCompile(`["']action["']\s*:\s*["']([^"'\n]*)["']|(?m)^[ \t]*Action:[ \t]*([^\s` + "`" + `{][^\n]*)$`)
	chinese  = regexp.MustCompile(`(?m)^\s*(?:动作|行动|操作|Action)[:：][ \t]*(.*)$`)
	// A call in another call's argument is a value.
	nested  = regexp.MustCompile(`["']\s*:\s*\{\s*["']action["']\s*:`)
	answers = regexp.MustCompile(`(?m)^[ \t>*#]*(?:Final Answer|Answer|最终答案)[*]*[:：]`)
	finals  = regexp.MustCompile(`["']action["']\s*:\s*["']Final Answer["']`)
)

// source is a data set and what a person looks for in it.
type source struct {
	name  string
	files []string
	// styles are those to read with: the first that is known. "" detects.
	styles []string
	call   *regexp.Regexp
	answer *regexp.Regexp
	// least is how many calls have to be read. want is how many the data set is
	// known to hold, or 0 where only the expression tells.
	least, want int
	// why says in words what the calls are that are not read.
	why string
}

var sources = []source{
	{name: "LlamaIndex events", files: []string{"llamaindex-react/finetuning_events_10q.jsonl"}, call: lines, answer: answers, least: 341, want: 341},
	{name: "LlamaIndex notebooks", files: []string{"llamaindex-react/*.ipynb", "google-llamaindex/*.ipynb"}, styles: []string{"react"}, call: lines, answer: answers, least: 194,
		why: "they come after a line `Answer:`, which is the end in this style: of another run printed in the same cell, in a tool's own result, or where the model went on; a guess reads them"},
	{name: "RoTBench", files: []string{"rotbench/*.json"}, call: lines, answer: answers, least: 805, want: 805},
	{name: "FireAct", files: []string{"fireact/*.jsonl", "fireact/*.json"}, styles: []string{"react-paper", "react"}, call: brackets, answer: answers, least: 5684,
		why: "the answer's end cut them inside of the brackets; a guess reads what is there"},
	{name: "KnowAgent", files: []string{"knowagent/*.jsonl"}, styles: []string{"react-paper", "react"}, call: brackets, answer: answers, least: 599},
	{name: "MDCrow", files: []string{"mdcrow/*.ipynb", "mdcrow/*.out"}, styles: []string{"langchain-json", "tool-json"}, call: blobs, answer: finals, least: 390},
	{name: "LLaMP", files: []string{"llamp/*.ipynb"}, styles: []string{"langchain-json", "tool-json"}, call: mixed, answer: finals, least: 205},
	{name: "watsonx", files: []string{"watson/*.ipynb"}, styles: []string{"langchain-json", "tool-json"}, call: blobs, answer: finals, least: 7},
	{name: "LangChain structured", files: []string{"langchain-structured/*"}, styles: []string{"langchain-json", "tool-json"}, call: blobs, answer: finals, least: 32},
	{name: "CrewAI 2024-05", files: []string{"crewai-cassettes/2024-05*.yaml"}, styles: []string{"crewai", "react"}, call: lines, answer: answers, least: 8},
	{name: "CrewAI 2024-12", files: []string{"crewai-cassettes/2024-12*.yaml"}, styles: []string{"crewai", "react"}, call: lines, answer: answers, least: 37},
	{name: "openllmetry", files: []string{"openllmetry-llamaindex/*.yaml"}, styles: []string{"react"}, call: lines, answer: answers, least: 7},
	{name: "ChatMOF", files: []string{"chatmof/*.jsonl"}, styles: []string{"langchain", "react"}, call: lines, answer: answers, least: 266},
	{name: "CACTUS", files: []string{"cactus/*.csv"}, styles: []string{"langchain", "react"}, call: lines, answer: answers, least: 1012,
		why: "the answer's end cut them in the tool's name, so that nobody knows which is meant"},
	{name: "LangChain", files: []string{"langchain-react/*", "gtd-langchain/*.ipynb"}, styles: []string{"langchain", "react"}, call: lines, answer: answers, least: 206},
	{name: "LangChain, Chinese", files: []string{"langchain-zh/*.txt"}, styles: []string{"langchain", "react"}, call: chinese, answer: answers, least: 93},
	{name: "Haystack", files: []string{"haystack-blog/*index.txt", "haystack-fewshot/*.yaml"}, styles: []string{"tool-input"}, call: haystack, answer: answers, least: 12},
	{name: "AgentInstruct alfworld", files: []string{"adp/agenttuning_alfworld/sample_raw.json"}, styles: []string{"react-paper", "react"}, call: commands, answer: answers,
		why: "commands in words (`ACTION: go to shelf 1`), without the brackets that part a tool from its argument: kept as text, and read as a guess"},
	{name: "AgentInstruct db", files: []string{"adp/agenttuning_db/sample_raw.json"}, styles: []string{"react"}, call: nextLine, answer: answers},
	{name: "AgentInstruct kg", files: []string{"adp/agenttuning_kg/sample_raw.json"}, styles: []string{"react-paper", "react"}, call: nextLine, answer: answers},
	{name: "AgentInstruct os", files: []string{"adp/agenttuning_os/sample_raw.json"}, styles: []string{"react"}, call: acts, answer: answers},
	{name: "AgentInstruct webshop", files: []string{"adp/agenttuning_webshop/sample_raw.json", "adp/eto/sample_raw.json"}, styles: []string{"react-paper", "react"}, call: nextLine, answer: answers},
}

// figures is what was seen and read of a source.
type figures struct {
	style                         string
	files, samples, rejected      int
	seen, read, matched, extra    int
	repaired, answersSeen, answer int
	invented                      int
	forms                         [ir.NumForms]int
	// guessed is what is read where guesses are allowed.
	guessed int
	misses  map[string]int
	places  []string
}

// TestRecall compares the calls that are read with those that a person sees,
// and docs/recall.md with the table of them.
func TestRecall(t *testing.T) {
	root := corpus(t)
	var all []figures
	for i := range sources {
		f := measure(t, root, &sources[i], "safe")
		guessed := measure(t, root, &sources[i], "all")
		f.guessed = guessed.matched
		require.GreaterOrEqual(t, f.guessed, f.matched, sources[i].name)
		all = append(all, f)
		for _, p := range f.places {
			t.Logf("%s: %s", sources[i].name, p)
		}
	}
	doc := recallDoc(all)
	t.Log("\n" + doc)
	compare(t, "recall.md", doc)
	for i := range sources {
		require.Equal(t, sources[i].why != "", all[i].matched < all[i].seen, "%s: the calls that are not read need their reason, and only they", sources[i].name)
		if sources[i].want > 0 {
			require.Equal(t, sources[i].want, all[i].seen, "%s: calls seen", sources[i].name)
		}
		require.GreaterOrEqual(t, all[i].matched, sources[i].least, "%s: calls read of those that a person sees", sources[i].name)
	}
}

func measure(t *testing.T, root string, src *source, repair string) figures {
	f := figures{style: "auto", misses: map[string]int{}}
	for _, name := range src.styles {
		if _, err := styles.Lookup(name); err == nil {
			f.style = name
			break
		}
	}
	opts := convert.Options{To: styles.Neutral, Repair: convert.Repair(repair)}
	if f.style != "auto" {
		opts.From = f.style
	}
	e, err := dataset.New(dataset.Options{Options: opts})
	require.NoError(t, err)
	for _, pattern := range src.files {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		require.NoError(t, err)
		for _, path := range paths {
			if base := filepath.Base(path); base == "SOURCES.md" || strings.HasPrefix(base, "LICENSE") {
				continue
			}
			f.files++
			rel, _ := filepath.Rel(root, path)
			for _, s := range extract(t, path) {
				f.add(t, e, src, filepath.ToSlash(rel), &s)
			}
		}
	}
	return f
}

// add reads one transcript and compares the names of its tools with those that
// a person sees.
func (f *figures) add(t *testing.T, e *dataset.Engine, src *source, file string, s *sample) {
	want := map[string]int{}
	seen := 0
	for _, text := range s.model() {
		text = strings.ReplaceAll(ansi.ReplaceAllString(text, ""), "\r\n", "\n")
		text = nested.ReplaceAllString(text, "")
		for _, m := range src.call.FindAllStringSubmatch(text, -1) {
			if name := toolName(strings.Join(m[1:], "")); name != "" {
				want[name]++
				seen++
			}
		}
		f.answersSeen += len(src.answer.FindAllString(text, -1))
	}
	if seen == 0 {
		return
	}
	f.samples++
	f.seen += seen
	doc, res, err := convertSample(t, e, s)
	if err != nil {
		var d *ir.Diagnostic
		require.ErrorAs(t, err, &d)
		f.rejected++
		f.misses[string(d.Code)] += seen
		f.places = append(f.places, fmt.Sprintf("%s %s: %d calls, rejected at %d:%d:%d %s: %s", file, s.place, seen, d.Message, d.Pos.Line, d.Pos.Column, d.Code, d.Text()))
		return
	}
	tr, _, err := ir.ParseDocument(doc)
	require.NoError(t, err)
	matched := 0
	steps := tr.Steps
	for _, more := range tr.Alternatives {
		steps = append(steps, more...)
	}
	for i := range steps {
		st := &steps[i]
		switch st.Kind {
		case ir.Answer:
			f.answer++
			// The call that gives an answer is read as one.
			if style, err := styles.Lookup(f.style); err == nil && want[style.AnswerTool] > 0 {
				want[style.AnswerTool]--
				matched++
			}
		case ir.Call:
			f.read++
			f.forms[st.Args.Form]++
			if name := toolName(st.Tool.String()); want[name] > 0 {
				want[name]--
				matched++
			} else {
				f.extra++
			}
		}
	}
	f.matched += matched
	for _, d := range res.Diagnostics {
		if d.Severity == ir.Repair {
			f.repaired++
		}
		if d.Code == ir.CodeInventedObservation {
			f.invented++
		}
	}
	if matched < seen {
		f.places = append(f.places, fmt.Sprintf("%s %s: %d of %d calls, not read: %s", file, s.place, matched, seen, left(want)))
	}
}

// notCalls are beginnings of what comes after an action's marker and names no
// tool: a prompt's own placeholder, and a sentence.
var notCalls = []string{"the action to take", "i need to ", "calling "}

// toolName returns the name of a call, or "" for an answer in the form of one and
// for words that say that there is none.
func toolName(s string) string {
	if at := strings.IndexAny(s, "[("); at > 0 {
		s = s[:at]
	}
	s = strings.ToLower(strings.Trim(s, " \t\r`\"'*_"))
	for _, words := range notCalls {
		if strings.HasPrefix(s, words) {
			return ""
		}
	}
	if s == "final answer" || s == "answer" || s == "n/a" || s == "none" || strings.HasPrefix(s, "```") {
		return ""
	}
	return s
}

func left(names map[string]int) string {
	var out []string
	for name, n := range names {
		if n > 0 {
			if len(name) > 40 {
				name = name[:40] + "…"
			}
			out = append(out, fmt.Sprintf("%q×%d", name, n))
		}
	}
	sort.Strings(out)
	return strings.Join(out[:min(len(out), 5)], " ")
}

func convertSample(t *testing.T, e *dataset.Engine, s *sample) ([]byte, dataset.Result, error) {
	if s.flat != "" {
		return e.PlainText([]byte(s.flat))
	}
	list := make([]map[string]any, 0, len(s.messages)+1)
	for _, m := range s.messages {
		list = append(list, map[string]any{"from": m.Role, "value": m.Content})
	}
	if s.alternatives != nil {
		list = append(list, map[string]any{"from": "assistant", "value": s.alternatives})
	}
	raw, err := json.Marshal(map[string]any{"conversations": list})
	require.NoError(t, err)
	return e.Record(raw)
}

func recallDoc(all []figures) string {
	var b strings.Builder
	b.WriteString(`# Recall on real transcripts

How many of the tool calls that a person sees in real transcripts are read. The
counts of the column *seen* are made by plain expressions that know nothing of
the readers; a call counts as *read* if a call of the same tool is found in the
same transcript, with the safe repairs that are the default. *Guesses* counts
the same with ` + "`--repair all`" + `. All other columns are of the default. *Surplus* calls are read where the expression sees none of that
name. *Repairs* and *invented* count diagnostics. Prints of one run may show a call
twice, and then it is counted twice. A source is read in one style: where two
mix in a file, calls of the other are missed. ` + "`make recall`" + ` prints this page's
tables, and the test compares them where the transcripts are at hand.

Not counted as seen: a prompt's own placeholder after the marker, a sentence
there ("I need to …", "Calling …"), the answer in the form of a call, and an
object with a call's keys that is the value in another call's argument, as where
one tool is given the script of another. Of a page with several prints each is
a transcript of its own, and four spaces that all its lines have, which make it
code in Markdown, are taken off.

| source | files | transcripts | style | seen | read | share | guesses | surplus | repairs | answers seen | answers read | invented | json | python | text | broken |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`)
	var sum figures
	for i, f := range all {
		row(&b, sources[i].name, &f)
		sum.files += f.files
		sum.samples += f.samples
		sum.seen += f.seen
		sum.matched += f.matched
		sum.guessed += f.guessed
		sum.extra += f.extra
		sum.repaired += f.repaired
		sum.answersSeen += f.answersSeen
		sum.answer += f.answer
		sum.invented += f.invented
		for k := range f.forms {
			sum.forms[k] += f.forms[k]
		}
	}
	row(&b, "all", &sum)
	b.WriteString("\n## What is not read\n\n| source | calls | with guesses | why |\n| --- | --- | --- | --- |\n")
	for i, f := range all {
		if f.matched < f.seen {
			fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", sources[i].name, f.seen-f.matched, f.seen-f.guessed, strings.Join(append(f.rejects(), sources[i].why), "; "))
		}
	}
	return b.String()
}

// rejects says how many of the calls are in transcripts that were rejected.
func (f *figures) rejects() (out []string) {
	for code, n := range f.misses {
		out = append(out, fmt.Sprintf("%d in transcripts rejected as %s", n, code))
	}
	sort.Strings(out)
	return out
}

func row(b *strings.Builder, name string, f *figures) {
	share := "none seen"
	if f.seen > 0 {
		share = fmt.Sprintf("%.1f %%", 100*float64(f.matched)/float64(f.seen))
	}
	fmt.Fprintf(b, "| %s | %d | %d | %s | %d | %d | %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n",
		name, f.files, f.samples, f.style, f.seen, f.matched, share, f.guessed, f.extra, f.repaired, f.answersSeen, f.answer, f.invented,
		f.forms[ir.JSON], f.forms[ir.Python], f.forms[ir.PlainText], f.forms[ir.Broken])
}

// compare compares a page of docs with what it has to be, or writes it.
func compare(t *testing.T, name, doc string) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(doc), 0o644))
		return
	}
	was, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		t.Fatalf("docs/%s is not there: run the test with -update", name)
	}
	require.NoError(t, err)
	require.Equal(t, string(was), doc, "docs/%s is out of date: run the test with -update", name)
}
