package styles_test

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/styles"
)

// TestFileOfEach: each style, printed as a style file, is
// read back as the same style.
func TestFileOfEach(t *testing.T) {
	for _, s := range styles.All() {
		t.Run(s.Name, func(t *testing.T) {
			again, err := styles.Parse(s.TOML(), "f.toml")
			require.NoError(t, err)
			require.Equal(t, s.Page, again.Page)
			require.Equal(t, grammar.Of(s).Lexicon(), grammar.Of(again).Lexicon())
			require.Equal(t, grammar.Of(s).Patterns(), grammar.Of(again).Patterns())
			require.Equal(t, string(s.TOML()), string(again.TOML()))
		})
	}
}

const markersFile = `# A style of one's own.
name = "steps"
thought = "Why:"
call = "Do:"
input = "With:"
observation = "Saw:"
answer = "Done:"
`

const tagsFile = `name = "elements"
family = "tags"
names_results = true
marks_errors = true

[tag]
call = "do"
name = "what"
arguments = "with"
result = "saw"
output = "out"
error = "err"
answer = "done"
`

// TestFormerNames reads keys under the names that they had before.
func TestFormerNames(t *testing.T) {
	now := "variant = true\n" + markersFile + "[fixed_sentence]\nneed-tool = \"A tool.\"\n"
	want, err := styles.Parse([]byte(now), "f.toml")
	require.NoError(t, err)
	require.True(t, want.Variant)
	former := strings.NewReplacer("variant", "neighbour", "fixed_sentence", "stock").Replace(now)
	got, err := styles.Parse([]byte(former), "f.toml")
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.NotContains(t, string(got.TOML()), "stock")
}

// A byte order mark before a style file says nothing.
func TestFileWithByteOrderMark(t *testing.T) {
	want, err := styles.Parse([]byte(markersFile), "f.toml")
	require.NoError(t, err)
	got, err := styles.Parse([]byte("\uFEFF"+markersFile), "f.toml")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// TestFileFaults: what is wrong in a style file is said with its place.
func TestFileFaults(t *testing.T) {
	for _, row := range []struct{ name, file, old, changed, want string }{
		{"no TOML", markersFile, `thought = "Why:"`, `thought = "Why:`, `f.toml:3: not TOML: `},
		{"a key twice", markersFile, `input = "With:"`, `call = "With:"`, `f.toml:5: not TOML: `},
		{"unknown key", markersFile, `input =`, `inptu =`, `f.toml:5: unknown key "inptu": expected one of name, family,`},
		{"unknown tag", tagsFile, `output =`, `outptu =`, `f.toml:11: unknown key "tag.outptu": expected one of call, name,`},
		{"unknown meaning", markersFile, "answer = \"Done:\"\n", "answer = \"Done:\"\n[fixed_sentence]\nneed-help = \"Help\"\n", `f.toml:9: unknown key "fixed_sentence.need-help": expected one of need-tool, can-answer, cannot-answer`},
		{"a number", markersFile, `"Why:"`, `3`, `f.toml:3: thought is a number: expected a string`},
		{"a word for a truth", markersFile, `input =`, "wrapped = \"yes\"\ninput =", `f.toml:5: wrapped is a string: expected true or false`},
		{"a list for a table", markersFile, `name =`, "fixed_sentence = [1]\nname =", `f.toml:2: fixed_sentence is a list: expected a table [fixed_sentence]`},
		{"no name", markersFile, `name = "steps"`, ``, `name is missing: expected`},
		{"a name in capitals", markersFile, `"steps"`, `"Steps"`, `f.toml:2: name is "Steps": expected`},
		{"a reserved name", markersFile, `"steps"`, `"auto"`, `f.toml:2: name is "auto", which has another meaning here`},
		{"unknown family", tagsFile, `"tags"`, `"tag"`, `f.toml:2: family is "tag": expected one of markers, tags`},
		{"missing marker", markersFile, `observation = "Saw:"`, ``, `observation is missing: expected the marker`},
		{"no colon", markersFile, `"Saw:"`, `"Saw"`, `f.toml:6: observation is "Saw": expected a colon at its end`},
		{"a space before the colon", markersFile, `"Saw:"`, `"Saw :"`, `f.toml:6: observation is "Saw :": expected a word right before the colon`},
		{"a space at the end", markersFile, `"Saw:"`, `"Saw: "`, `f.toml:6: observation is "Saw: ": expected one line without white space at its ends`},
		{"a line break", markersFile, `"Saw:"`, `"S\naw:"`, `f.toml:6: observation is "S\naw:": expected one line`},
		{"a quote", markersFile, `"Saw:"`, `'"Saw":'`, `f.toml:6: observation is "\"Saw\":": expected no quotes`},
		{"two alike", markersFile, `"Saw:"`, `"Why:"`, `f.toml:6: observation is "Why:" and thought is "Why:": no marker may be another's beginning`},
		{"one begins another", markersFile, `"Saw:"`, `"Why:Saw:"`, `f.toml:6: observation is "Why:Saw:" and thought is "Why:"`},
		{"a role", markersFile, `"Saw:"`, `"User:"`, `f.toml:6: observation is "User:", and "User:" begins a turn`},
		{"a think block", markersFile, `"Saw:"`, `"<think>:"`, `f.toml:6: observation is "<think>:": a line with <think>`},
		{"half a blob", markersFile, `input = "With:"`, `blob_tool = "t"`, `blob_tool is set and blob_input is missing`},
		{"the other half", markersFile, `input = "With:"`, `blob_input = "t"`, `blob_input is set and blob_tool is missing`},
		{"brackets and marker", markersFile, `answer =`, "brackets = true\nanswer =", `f.toml:7: brackets is true and input or blob_tool is set`},
		{"half a key", markersFile, `answer =`, "says = \"by-key\"\nanswer =", `f.toml:7: says is "by-key": expected answer_tool`},
		{"a tool without a place", markersFile, `answer =`, "answer_tool = \"End\"\nanswer =", `f.toml:7: answer_tool is set: expected blob_tool`},
		{"one key for two", markersFile, `input = "With:"`, "blob_tool = \"t\"\nblob_input = \"t\"", `f.toml:6: blob_tool and blob_input are both "t"`},
		{"no outcome", markersFile, `input =`, "says = \"by-line\"\ninput =", `outcome is missing: expected the marker of the line`},
		{"an outcome that is not said", markersFile, `input =`, "outcome = \"Worked:\"\ninput =", `f.toml:5: outcome is set and says is not "by-line"`},
		{"no sentence for the outcome", markersFile, `input =`, "says = \"by-thought\"\ninput =", `fixed_sentence.can-answer is missing: says is "by-thought"`},
		{"one sentence of a pair", markersFile, "answer = \"Done:\"\n", "answer = \"Done:\"\n[fixed_sentence]\ncan-answer = \"Yes.\"\n", `f.toml:9: expected fixed_sentence.can-answer and fixed_sentence.cannot-answer both or neither`},
		{"a sentence for two meanings", markersFile, "answer = \"Done:\"\n", "answer = \"Done:\"\n[fixed_sentence]\ncan-answer = \"Yes.\"\ncannot-answer = \"Yes.\"\n", `f.toml:10: fixed_sentence.cannot-answer is the same sentence as fixed_sentence.can-answer`},
		{"a placeholder", markersFile, "answer = \"Done:\"\n", "answer = \"Done:\"\n[fixed_sentence]\nneed-tool = \"{{x}}\"\n", `f.toml:9: fixed_sentence.need-tool is "{{x}}": doubled braces`},
		{"a table under both names", markersFile, "answer = \"Done:\"\n", "answer = \"Done:\"\n[fixed_sentence]\n[stock]\nneed-tool = \"Yes.\"\n", `f.toml:9: stock is the former name of fixed_sentence, which is there, too`},
		{"a former name", markersFile, "answer = \"Done:\"\n", "answer = \"Done:\"\n[stock]\nneed-tool = 3\n", `f.toml:9: fixed_sentence.need-tool is a number`},
		{"a tag in a style of markers", markersFile, "answer = \"Done:\"\n", "answer = \"Done:\"\n[tag]\ncall = \"do\"\n", `f.toml:9: tag.call is for the family tags`},
		{"a marker in a style of tags", tagsFile, `family =`, "thought = \"Why:\"\nfamily =", `f.toml:2: thought is for the family markers`},
		{"an empty tag", tagsFile, `"saw"`, `""`, `f.toml:10: tag.result is missing: expected an element's name`},
		{"no element for a call", tagsFile, "call = \"do\"\nname = \"what\"\n", ``, `f.toml:6: tag.name is missing`},
		{"elements and an object", tagsFile, `family =`, "blob_tool = \"t\"\nblob_input = \"i\"\nfamily =", `f.toml:11: tag.arguments is set and so is blob_tool`},
		{"a result that can't name", tagsFile, `output = "out"`, ``, `f.toml:3: names_results is true and tag.output is missing`},
		{"an error that is not said", tagsFile, `marks_errors = true`, `marks_errors = false`, `f.toml:4: tag.error is set and marks_errors is false`},
		{"no element for errors", tagsFile, `error = "err"`, ``, `tag.error is missing`},
		{"brackets", tagsFile, `"saw"`, `"<saw>"`, `f.toml:10: tag.result is "<saw>": expected letters`},
		{"two tags alike", tagsFile, `"saw"`, `"do"`, `f.toml:10: tag.result is "do", and so is tag.call: expected different names`},
		{"not UTF-8", markersFile, `"Saw:"`, "\"\xff:\"", `f.toml:1: the file is not UTF-8`},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := styles.Parse([]byte(row.file), "f.toml")
			require.NoError(t, err, "the file without the fault")
			changed := strings.Replace(row.file, row.old, row.changed, 1)
			require.NotEqual(t, row.file, changed)
			_, err = styles.Parse([]byte(changed), "f.toml")
			require.ErrorAs(t, err, new(*styles.FileError))
			require.ErrorContains(t, err, row.want)
		})
	}
}

// TestLongKeys reads files whose keys, each kept with all that it is in, would take
// gigabytes.
func TestLongKeys(t *testing.T) {
	const n = 100_000
	for what, file := range map[string]string{
		"a key with dots":    strings.Repeat("a.", n) + "a = 1\n",
		"a header with dots": "[" + strings.Repeat("a.", n) + "a]\n",
		"a long table":       `["` + strings.Repeat("a", n) + "\"]\n" + strings.Repeat("k = 1\n", n),
		"an inline table":    "x = {" + strings.Repeat("a.", n) + "a = 1}\n",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := styles.Parse([]byte(file), "f.toml")
		runtime.ReadMemStats(&after)
		require.ErrorContains(t, err, `f.toml:1: unknown key "`, what)
		require.Less(t, len(err.Error()), 1000, what)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200<<20), what)
	}
}

// TestWith knows own styles after the built-in ones, each name once.
func TestWith(t *testing.T) {
	own, err := styles.Parse([]byte(markersFile), "f.toml")
	require.NoError(t, err)
	list, err := styles.With(own)
	require.NoError(t, err)
	require.Same(t, own, list[len(list)-1])
	found, err := styles.Find(list, "steps")
	require.NoError(t, err)
	require.Same(t, own, found)
	_, err = styles.Lookup("steps")
	require.ErrorAs(t, err, new(*styles.UnknownError))

	_, err = styles.With(own, own)
	require.EqualError(t, err, `f.toml:2: the style name "steps" is taken: choose another`)
	react, err := styles.Parse([]byte(strings.Replace(markersFile, "steps", "react", 1)), "f.toml")
	require.NoError(t, err)
	_, err = styles.With(react)
	require.ErrorAs(t, err, new(*styles.TakenError))
	_, err = styles.With(&styles.Style{})
	require.Error(t, err)
	_, err = styles.With(nil)
	require.Error(t, err)
}

// FuzzParse reads any file: what passes is printed and read as the same style,
// and what does not is refused with a line that is there.
func FuzzParse(f *testing.F) {
	f.Add([]byte(markersFile))
	f.Add([]byte(tagsFile))
	for _, s := range styles.All() {
		f.Add(s.TOML())
	}
	f.Add([]byte("[fixed_sentence]\ncan-answer = 1\n[tag.call]\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := styles.Parse(file, "f")
		if whole := toml.Unmarshal(file, new(map[string]any)); len(file) <= styles.MaxFile && utf8.Valid(file) {
			if err == nil {
				require.NoError(t, whole)
			} else if strings.Contains(err.Error(), ": not TOML: ") {
				require.Error(t, whole, err)
			}
		}
		if err != nil {
			var fault *styles.FileError
			require.ErrorAs(t, err, &fault)
			require.Positive(t, fault.Line)
			require.LessOrEqual(t, fault.Line, 1+strings.Count(string(file), "\n"))
			require.NotEmpty(t, fault.Text)
			return
		}
		again, err := styles.Parse(s.TOML(), "f")
		require.NoError(t, err)
		require.Equal(t, s.Page, again.Page)
	})
}
