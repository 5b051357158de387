package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/await"
	"github.com/toolspeak/toolspeak/ir"
)

// table gives some lines as rows: the word UNREADABLE is no record, and END breaks off.
type table struct {
	io.Reader
	lines []string
	n     int
}

var errBroken = errors.New("broken off")

func (r *table) Next() (Row, error) {
	if r.n == len(r.lines) {
		return Row{}, io.EOF
	}
	line := r.lines[r.n]
	r.n++
	switch line {
	case "UNREADABLE":
		return Row{Number: r.n}, reject(ir.CodeRowUnreadable, "no")
	case "END":
		return Row{}, errBroken
	}
	return Row{Number: r.n, JSON: []byte(line), Source: r.n}, nil
}

// ledger is a RowWriter that writes lines with the number of their source before
// them, and can't hold those with the word FULL.
type ledger struct {
	lines []string
	fails bool
}

func (l *ledger) Encode(source any, record []byte) (any, error) {
	if bytes.Contains(record, []byte("FULL")) {
		return nil, reject(ir.CodeRowMismatch, "full")
	}
	return fmt.Sprintf("%v %s", source, record), nil
}

func (l *ledger) Write(row any) error {
	if l.fails {
		return errBroken
	}
	l.lines = append(l.lines, row.(string))
	return nil
}

// A record for which a run does not wait becomes a row like any other.
func TestLargeRecordToRow(t *testing.T) {
	large := strings.Repeat("x", await.Large)
	for _, workers := range []int{1, 2} {
		e, l := engineOf(louder), &ledger{}
		require.NoError(t, fileWith(e, pipelineOptions{workers: workers}, "in.jsonl", strings.NewReader("\"a\"\n\""+large+"\"\n"), newRowOutput(e, l), &keeper{}))
		require.Equal(t, []string{`<nil> "A"`, `<nil> "` + strings.ToUpper(large) + `"`}, l.lines)
	}
}

// Rows are converted in order and written as rows, whatever the number of workers.
// What is no record or can't be held is a reject with the number of its row.
func TestRows(t *testing.T) {
	in := []string{`"a"`, "UNREADABLE", `"full"`, `"` + strings.Repeat("x", 100) + `"`, `"e"`}
	for len(in) < 4000 {
		in = append(in, fmt.Sprintf(`"row %d"`, len(in)+1))
	}
	for _, workers := range []int{1, 3} {
		e, k, l := engineOf(louder), &keeper{}, &ledger{}
		o := pipelineOptions{workers: workers, opening: opening{maxRecord: 99}}
		require.NoError(t, fileWith(e, o, "in", &table{lines: in}, newRowOutput(e, l), k))
		require.Equal(t, []string{`1 "A"`, `5 "E"`, `6 "ROW 6"`}, l.lines[:3])
		require.Equal(t, `4000 "ROW 4000"`, l.lines[len(l.lines)-1])
		require.Len(t, l.lines, 3997)
		require.Equal(t, []string{"null", in[2], in[3]}, k.rejects)
		require.Len(t, k.log, 4000)
		require.Contains(t, k.log[1], "2@-1 row-unreadable")
		require.Contains(t, k.log[2], "3@-1 row-mismatch")
		require.Contains(t, k.log[3], "4@-1 record-too-large")
	}
}

// lent is a row whose memory goes to another use once it is released.
type lent struct {
	json     []byte
	released *int
}

func (l *lent) Release() {
	*l.released++
	for i := range l.json {
		l.json[i] = '!'
	}
}

// lender is a table that lends its rows.
type lender struct {
	table
	released int
}

func (l *lender) Next() (Row, error) {
	row, err := l.table.Next()
	row.Source = &lent{row.JSON, &l.released}
	return row, err
}

// Each row is given back once, when its record is written or kept.
func TestRowsReleased(t *testing.T) {
	in := []string{`"a"`, `"full"`, `{"bad": 1}`}
	for len(in) < 4000 {
		in = append(in, fmt.Sprintf(`"row %d"`, len(in)+1))
	}
	for _, workers := range []int{1, 3} {
		e, k := engineOf(louder), &keeper{}
		rows := &lender{table: table{lines: in}}
		var b bytes.Buffer
		out := newOutput(e, &b)
		require.NoError(t, fileWith(e, pipelineOptions{workers: workers}, "in", rows, out, k))
		require.NoError(t, out.close())
		require.Equal(t, len(in), rows.released)
		require.NotContains(t, b.String()+strings.Join(k.rejects, ""), "!!")
		require.Equal(t, len(in)-len(k.rejects), strings.Count(b.String(), "\n"))
	}
}

// Lines go to rows too, and rows to lines.
func TestRowsAndLines(t *testing.T) {
	e, l, k := engineOf(louder), &ledger{}, &keeper{}
	out := newRowOutput(e, l)
	require.NoError(t, fileWith(e, pipelineOptions{}, "a.jsonl", strings.NewReader("\n\"a\"\n\n\"b\""), out, k))
	require.NoError(t, fileWith(e, pipelineOptions{}, "b.json", strings.NewReader("[\n\"c\"]"), out, k))
	require.NoError(t, out.close())
	require.Equal(t, []string{`<nil> "A"`, `<nil> "B"`, `<nil> "C"`}, l.lines)

	var b bytes.Buffer
	out = newOutput(e, &b)
	require.NoError(t, fileWith(e, pipelineOptions{}, "t", &table{lines: []string{`"a"`, "UNREADABLE", `"b"`}}, out, k))
	require.NoError(t, out.close())
	require.Equal(t, "\"A\"\n\"B\"\n", b.String())
	err := fileWith(e, pipelineOptions{}, "c.json", strings.NewReader("[\n\"c\"]"), out, k)
	require.EqualError(t, err, "t is a table of rows and c.json is a JSON array: they can't go to one output, convert them one by one")
}

// What the rows or the writer fail with ends the run, and names the input.
func TestRowsFail(t *testing.T) {
	e, l := engineOf(louder), &ledger{}
	err := fileWith(e, pipelineOptions{workers: 2}, "in", &table{lines: []string{`"a"`, "END", `"b"`}}, newRowOutput(e, l), &keeper{})
	require.ErrorIs(t, err, errBroken)
	require.EqualError(t, err, "reading in: broken off")
	require.Equal(t, []string{`1 "A"`}, l.lines)
	var failed *WriteError
	err = fileWith(e, pipelineOptions{}, "in", &table{lines: []string{`"a"`}}, newRowOutput(e, &ledger{fails: true}), &keeper{})
	require.ErrorAs(t, err, &failed)
}

// The parts of a divided output are the whole: none is above its size but for a record
// that is, and a part ends only where the next record has no room.
func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{`"a"`, `"word word"`, `{"bad": 1}`, "", "  ", `"` + strings.Repeat("x", 50) + `"`})).Draw(t, "lines"), "\n")
		size := rapid.Int64Range(1, 80).Draw(t, "size")
		e := engineOf(louder)
		var whole bytes.Buffer
		out := newOutput(e, &whole)
		require.NoError(t, fileWith(e, pipelineOptions{}, "in.jsonl", strings.NewReader(in), out, &keeper{}))
		require.NoError(t, out.close())

		parts := []*bytes.Buffer{{}}
		to := &switched{parts[0]}
		out = newOutput(e, to)
		out.division = division{size: size, next: func() error {
			to.Writer = &bytes.Buffer{}
			parts = append(parts, to.Writer.(*bytes.Buffer))
			return nil
		}}
		require.NoError(t, fileWith(e, pipelineOptions{workers: 2}, "in.jsonl", strings.NewReader(in), out, &keeper{}))
		require.NoError(t, out.close())
		all := ""
		for i, p := range parts {
			all += p.String()
			if i > 0 {
				require.NotEmpty(t, p.String())
				require.True(t, strings.HasSuffix(parts[i-1].String(), "\n"), "a part ends within a line")
			}
			if lines := strings.SplitAfter(strings.TrimSuffix(p.String(), "\n"), "\n"); len(lines) > 1 {
				require.LessOrEqual(t, int64(p.Len()), size)
			}
		}
		require.Equal(t, whole.String(), all)
	})
}

type switched struct{ io.Writer }

// Records say in which part they belong; parts between are not left out, and there is
// no way back.
func TestDividePartOf(t *testing.T) {
	e, l := engineOf(louder), &ledger{}
	out := newRowOutput(e, l)
	out.division = division{
		partOf: func(rec *Record) int { return map[int]int{1: 0, 2: 3, 3: 1, 4: 4}[rec.Number] },
		next: func() error {
			l.lines = append(l.lines, fmt.Sprint("part ", out.Part))
			return nil
		},
	}
	in := &table{lines: []string{`"a"`, `"b"`, `"c"`, `"d"`}}
	require.NoError(t, fileWith(e, pipelineOptions{}, "in", in, out, &keeper{}))
	require.Equal(t, []string{`1 "A"`, "part 1", "part 2", "part 3", `2 "B"`, `3 "C"`, "part 4", `4 "D"`}, l.lines)
}

// An array has no parts, but documents made of one have.
func TestDivideArray(t *testing.T) {
	e := engineOf(louder)
	out := newOutput(e, io.Discard)
	out.division = division{size: 1, next: func() error { return nil }}
	var refused *InputError
	require.ErrorAs(t, fileWith(e, pipelineOptions{}, "in.json", strings.NewReader("[\n\"a\"]"), out, &keeper{}), &refused)
	require.Equal(t, "in.json", refused.File)
}
