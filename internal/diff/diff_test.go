package diff_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/diff"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/index"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

func engineFor(t require.TestingT, from, to string) *dataset.Engine {
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: from, To: to}})
	require.NoError(t, err)
	return e
}

// side returns a data set of these lines.
func side(t require.TestingT, from string, lines ...string) diff.Side {
	e := engineFor(t, from, "ir")
	return diff.Side{Engine: e, Records: e.Records(context.Background(), "x.jsonl", strings.NewReader(strings.Join(lines, "\n")))}
}

// keyed returns the same for comparing by a key.
func keyed(t require.TestingT, lines ...string) diff.KeyedSide {
	e := engineFor(t, "", "ir")
	text := strings.Join(lines, "\n")
	x, err := index.New(context.Background(), e, "b", strings.NewReader(text), int64(len(text)), nil)
	require.NoError(t, err)
	return diff.KeyedSide{Engine: e, Inputs: []*index.Index{x}}
}

func differences(t require.TestingT, found iter.Seq2[*diff.Difference, error]) (list []diff.Difference) {
	for d, err := range found {
		require.NoError(t, err)
		list = append(list, *d)
	}
	return list
}

func turn(id, said string) string {
	return fmt.Sprintf(`{"id": %q, "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": %q}]}`, id, said)
}

func answered(words string) string { return turn("", "Answer: "+words) }

func TestCompare(t *testing.T) {
	const call = "Thought: a\nAction: f\nAction Input: "
	for name, c := range map[string]struct {
		a, b string
		want diff.Difference
	}{
		"the same": {call + `{"a": 1}`, call + `{"a": 1}`, diff.Difference{}},
		"another spelling": {call + `{"a": "é", "b": [1, 2]}`,
			"a\n\n<tool_use>\n  <name>f</name>\n  <arguments>{\"a\":\"\\u00e9\",\"b\":[1,2]}</arguments>\n</tool_use>", diff.Difference{}},
		"a Python literal": {call + `{'a': None}`, call + `{"a": null}`, diff.Difference{}},
		"a fixed sentence": {"Thought: I can answer without using any more tools.\nAnswer: x", "<answer>\nx\n</answer>", diff.Difference{}},
		"an argument": {call + `{"a": {"b": [1, 2]}}`, call + `{"a": {"b": [1, 3]}}`,
			diff.Difference{Step: 3, Kind: "call", What: diff.DiffersArgument, Path: "/a/b/1", SaysA: `{"a": {"b": [1, 2]}}`, SaysB: `{"a": {"b": [1, 3]}}`}},
		"a number's spelling": {call + `{"a/~": 1.0}`, call + `{"a/~": 1}`,
			diff.Difference{Step: 3, Kind: "call", What: diff.DiffersArgument, Path: "/a~1~0", SaysA: `{"a/~": 1.0}`, SaysB: `{"a/~": 1}`}},
		"a key's name": {call + `{"a": [{}], "b": 1}`, call + `{"a": [{}], "c": 1}`,
			diff.Difference{Step: 3, Kind: "call", What: diff.DiffersArgument, SaysA: `{"a": [{}], "b": 1}`, SaysB: `{"a": [{}], "c": 1}`}},
		"a tool": {call + `{}`, "Thought: a\nAction: g\nAction Input: {}",
			diff.Difference{Step: 3, Kind: "call", What: diff.DiffersTool, SaysA: `"f"`, SaysB: `"g"`}},
		"a word far into a text": {"Answer: " + strings.Repeat("é", 90) + "one", "Answer: " + strings.Repeat("é", 90) + "two",
			diff.Difference{Step: 2, Kind: "answer", What: diff.DiffersText, SaysA: `…"ééééééééééééone"`, SaysB: `…"éééééééééééétwo"`}},
		"more steps": {"Answer: x", call + `{}`,
			diff.Difference{Step: 2, Kind: "answer", What: diff.DiffersKind, SaysA: `answer "x"`, SaysB: `thought "a"`}},
		"an end": {call + `{}`, call + "{}\nObservation: r",
			diff.Difference{Step: 4, Kind: "observation", What: diff.DiffersCount, SaysA: "the end", SaysB: `observation "r"`}},
	} {
		t.Run(name, func(t *testing.T) {
			var count diff.Count
			list := differences(t, diff.Compare(side(t, "", turn("1", c.a)), side(t, "", turn("2", c.b)), diff.Options{}, &count))
			if c.want.What == "" {
				require.Empty(t, list)
				require.Equal(t, diff.Count{Equal: 1}, count)
				require.True(t, count.Same())
				return
			}
			c.want.A, c.want.B, c.want.Transcript = &diff.RecordID{File: "x.jsonl", Record: 1}, &diff.RecordID{File: "x.jsonl", Record: 1}, 1
			require.Equal(t, []diff.Difference{c.want}, list)
			require.Equal(t, diff.Count{Different: 1}, count)
			require.False(t, count.Same())
		})
	}
}

// What can't be read is not known to mean the same, unless it is the same bytes.
func TestCompareUnreadable(t *testing.T) {
	var count diff.Count
	list := differences(t, diff.Compare(side(t, "", turn("", "x"), "{", "[]", "1"), side(t, "", turn("", "x"), "{", "[", turn("", "x"), turn("", "y")), diff.Options{}, &count))
	require.Len(t, list, 3)
	require.Equal(t, diff.Count{Equal: 2, Different: 2, Unreadable: 2, OnlyB: 1}, count)
	require.Equal(t, diff.DiffersUnread, list[0].What)
	require.Equal(t, "readable", list[1].SaysB)
	require.Equal(t, diff.DiffersAlone, list[2].What)
	require.Nil(t, list[2].A)
	require.Equal(t, 5, list[2].B.Record)
}

func TestCompareSystem(t *testing.T) {
	with := func(system string) string {
		return strings.Replace(answered("x"), "[", `[{"role": "system", "content": "`+system+`"}, `, 1)
	}
	require.Empty(t, differences(t, diff.Compare(side(t, "", with("a")), side(t, "", answered("x")), diff.Options{}, nil)))
	list := differences(t, diff.Compare(side(t, "", with("a"), with("b")), side(t, "", answered("x"), with("c")), diff.Options{System: true}, nil))
	require.Len(t, list, 2)
	require.Equal(t, diff.DiffersSystem, list[0].What)
	require.Equal(t, "no system prompt", list[0].SaysB)
	require.Equal(t, `"c"`, list[1].SaysB)
}

// Records are matched by their keys, those with the same one in order.
func TestCompareByKey(t *testing.T) {
	var count diff.Count
	a := side(t, "", turn("x", "1"), turn("y", "2"), turn("y", "3"), turn("z", "4"), `{"messages": []}`, turn("y", "5"))
	b := keyed(t, turn("new", "0"), turn("y", "2"), turn("x", "1"), turn("y", "changed"), `{"messages": []}`)
	list := differences(t, diff.ByKey(context.Background(), a, b, diff.Options{Key: "id"}, &count))
	require.Equal(t, diff.Count{Equal: 2, Different: 1, OnlyA: 3, OnlyB: 2}, count)
	var said []string
	for _, d := range list {
		x, y := 0, 0
		if d.A != nil {
			x = d.A.Record
		}
		if d.B != nil {
			y = d.B.Record
		}
		said = append(said, fmt.Sprintf("%d %d %s", x, y, d.Key))
	}
	require.Equal(t, []string{`3 4 "y"`, `4 0 "z"`, `5 0 `, `6 0 "y"`, `0 1 "new"`, `0 5 `}, said)
}

// A change in one of many records is found, and no more is held than two of them.
func TestCompareLarge(t *testing.T) {
	records := testlong.Size(20_000, 100_000)
	changed := records * 3 / 4
	lines := func(changes bool) *lineReader {
		return &lineReader{n: records, line: func(i int) string {
			n := i
			if changes && i == changed {
				n++
			}
			return turn(fmt.Sprint(i), fmt.Sprintf("Thought: a\nAction: f\nAction Input: {\"n\": %d, \"pad\": %q}", n, strings.Repeat("x", 100)))
		}}
	}
	var before, during runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	a, b := side(t, ""), side(t, "")
	a.Records, b.Records = dataset.Records(context.Background(), lines(false)), dataset.Records(context.Background(), lines(true))
	var count diff.Count
	list := differences(t, func(yield func(*diff.Difference, error) bool) {
		for d, err := range diff.Compare(a, b, diff.Options{}, &count) {
			runtime.GC()
			runtime.ReadMemStats(&during)
			if !yield(d, err) {
				return
			}
		}
	})
	require.Equal(t, diff.Count{Equal: records - 1, Different: 1}, count)
	require.Len(t, list, 1)
	require.Equal(t, changed+1, list[0].A.Record)
	require.Equal(t, "/n", list[0].Path)
	require.Less(t, int64(during.HeapAlloc)-int64(before.HeapAlloc), int64(8<<20), "after %d records of 250 bytes each side", changed)
}

// lineReader reads n lines that are made as they are asked for.
type lineReader struct {
	n, next int
	line    func(int) string
	left    bytes.Buffer
}

func (r *lineReader) Read(p []byte) (int, error) {
	for r.left.Len() == 0 && r.next < r.n {
		r.left.WriteString(r.line(r.next) + "\n")
		r.next++
	}
	return r.left.Read(p)
}

// TestCompareThereAndBack: a conversion without a loss means the same, and so does what
// it is converted back to.
func TestCompareThereAndBack(t *testing.T) {
	t.Parallel()
	var names []string
	for _, s := range styles.All() {
		names = append(names, s.Name)
	}
	engines := map[[2]string]*dataset.Engine{}
	engine := func(from, to string) *dataset.Engine {
		key := [2]string{from, to}
		if engines[key] == nil {
			engines[key] = engineFor(t, from, to)
		}
		return engines[key]
	}
	differ := func(rt *rapid.T, a, b string, x, y []byte) []diff.Difference {
		read := func(from string, raw []byte) diff.Side {
			e := engine(from, "ir")
			return diff.Side{Engine: e, Records: e.Records(context.Background(), "x.jsonl", bytes.NewReader(raw))}
		}
		return differences(rt, diff.Compare(read(a, x), read(b, y), diff.Options{}, nil))
	}
	there, back := 0, 0
	for range testlong.Size(10, 200) {
		rapid.Check(t, func(rt *rapid.T) {
			a, b := rapid.SampledFrom(names).Draw(rt, "a"), rapid.SampledFrom(names).Draw(rt, "b")
			g := gen.Generator{T: rt, Hits: gen.Hits{}}
			drawn := g.Transcript()
			source, _, err := engine("ir", a).Record(ir.AppendDocument(nil, drawn, nil, true))
			if err != nil {
				return
			}
			target, res, err := engine(a, b).Record(source)
			if err != nil || !lossless(res.Diagnostics) {
				return
			}
			if found, _ := engine(b, "ir").Inspect(&dataset.Record{Raw: target}); !lossless(found.Diagnostics) {
				return // b reads content of a as a slip of its own
			}
			there++
			require.Empty(rt, differ(rt, a, b, source, target), "%s\n%s", source, target)
			again, res, err := engine(b, a).Record(target)
			if err != nil || !lossless(res.Diagnostics) {
				return
			}
			back++
			require.Empty(rt, differ(rt, a, a, source, again), "%s\n%s\n%s", source, target, again)
		})
	}
	require.Greater(t, back, 20, "transcripts without a loss, of %d that were converted", there)
}

func lossless(diags []ir.Diagnostic) bool {
	for _, d := range diags {
		if d.Severity == ir.Loss || d.Severity == ir.Repair {
			return false
		}
	}
	return true
}
