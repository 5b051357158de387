package dataset_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/testlong"
)

func filterEngine(t *testing.T) *dataset.Engine {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	return e
}

func answered(words string) string {
	return fmt.Sprintf(`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Answer: %s"}]}`, words)
}

func converted(words string) string {
	return strings.Replace(answered(words), "Answer: "+words, `<answer>\n`+words+`\n</answer>`, 1)
}

func filtered(t *testing.T, in string) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, filter(t, &out, strings.NewReader(in)))
	return out.String()
}

func filter(t *testing.T, out io.Writer, in io.Reader) error {
	_, err := filterEngine(t).Filter(t.Context(), out, nil, dataset.NamedReader{Name: "in", Reader: in})
	return err
}

const rejectNull = `{"toolspeak_reject":{"code":"wrong-type","reason":"the record is null: expected an object, a list of messages or a string","record":"null"}}`

func TestFilterLines(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"nothing":             {"", ""},
		"a blank line":        {"\n", "\n"},
		"blank lines stay":    {"\n \r\n" + answered("a") + "\n\n", "\n \r\n" + converted("a") + "\n\n"},
		"no end":              {answered("a") + "\n" + answered("b"), converted("a") + "\n" + converted("b")},
		"carriage return":     {answered("a") + "\r\nnull\r\n", converted("a") + "\r\n" + rejectNull + "\r\n"},
		"reject":              {"null\n" + answered("a") + "\n", rejectNull + "\n" + converted("a") + "\n"},
		"reject without end":  {"null", rejectNull},
		"a byte order mark":   {"\ufeff" + answered("a") + "\n", "\ufeff" + converted("a") + "\n"},
		"a line of one array": {answered("a") + "\n[" + answered("a") + "]\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := filtered(t, c.in)
			require.Equal(t, strings.Count(c.in, "\n"), strings.Count(got, "\n"))
			if c.want != "" || c.in == "" {
				require.Equal(t, c.want, got)
			}
		})
	}
}

// rejected is the line of a reject as its reader sees it.
type rejected struct {
	Reject *struct {
		Code   string  `json:"code"`
		Reason string  `json:"reason"`
		Record *string `json:"record"`
		Base64 *string `json:"record_base64"`
	} `json:"toolspeak_reject"`
}

// bytes returns the record, which has to be given in one of the two ways.
func (r *rejected) bytes(t *testing.T) string {
	t.Helper()
	require.NotNil(t, r.Reject)
	if r.Reject.Record != nil {
		require.Nil(t, r.Reject.Base64)
		return *r.Reject.Record
	}
	raw, err := base64.StdEncoding.DecodeString(*r.Reject.Base64)
	require.NoError(t, err)
	return string(raw)
}

func TestFilterRejectsKeepBytes(t *testing.T) {
	records := []string{
		`{"a": tru}`, " null \t", `"<b>&amp;</b>`, "\"\xff\xfe\"", "{\"a\": \"\x00\"}", "{\u2028\\", `{"messages": 7}`,
		strings.Repeat("[", 2000),
	}
	if testlong.On() {
		records = append(records, strings.Repeat("é", dataset.MaxRecord/2+300<<10), strings.Repeat("x", dataset.MaxRecord+1))
	}
	for _, line := range records {
		var got rejected
		out := filtered(t, answered("a")+"\n"+line+"\n"+answered("b")+"\n")
		lines := strings.Split(out, "\n")
		require.Len(t, lines, 4)
		require.Equal(t, converted("a"), lines[0])
		require.Equal(t, converted("b"), lines[2])
		require.NoError(t, json.Unmarshal([]byte(lines[1]), &got))
		require.True(t, line == got.bytes(t), "the record of %.40q has other bytes", line)
	}
}

// TestFilterPartitions does what engines like Spark do: each partition goes
// through a process of its own, and the answers are put together by their place.
func TestFilterPartitions(t *testing.T) {
	var records, want []string
	for i := range 101 {
		if words := fmt.Sprintf("%d", i); i%7 == 3 {
			records, want = append(records, "null"), append(want, rejectNull)
		} else {
			records, want = append(records, answered(words)), append(want, converted(words))
		}
	}
	for _, n := range []int{1, 2, 7, 101, 150} {
		var got []string
		for p := range n {
			part := records[p*len(records)/n : (p+1)*len(records)/n]
			in := ""
			for _, r := range part {
				in += r + "\n"
			}
			out := filtered(t, in)
			require.Equal(t, len(part), strings.Count(out, "\n"))
			for line := range strings.Lines(out) {
				got = append(got, strings.TrimSuffix(line, "\n"))
			}
		}
		require.Equal(t, want, got)
	}
}

// TestFilterHoldsNothingBack writes a line and reads the answer before it writes
// the next: a filter that held a line back would wait for ever.
func TestFilterHoldsNothingBack(t *testing.T) {
	in, give := io.Pipe()
	take, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- filter(t, out, in)
		out.Close()
	}()
	answers := bufio.NewReader(take)
	for _, c := range [][2]string{
		{"\n", "\n"}, {answered("a") + "\n", converted("a") + "\n"}, {"null\n", rejectNull + "\n"}, {answered("b") + "\n", converted("b") + "\n"},
	} {
		_, err := io.WriteString(give, c[0])
		require.NoError(t, err)
		line, err := answers.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, c[1], line)
	}
	require.NoError(t, give.Close())
	require.NoError(t, <-done)
}

// TestFilterInputs shows that the last line of an input without an end does not
// run into the next input, and that rejects can be left out.
func TestFilterInputs(t *testing.T) {
	var out, rejects bytes.Buffer
	var inputs []dataset.NamedReader
	for _, in := range []string{answered("a"), "null", "\ufeff" + answered("b"), ""} {
		inputs = append(inputs, dataset.NamedReader{Name: "in", Reader: strings.NewReader(in)})
	}
	report, err := filterEngine(t).Filter(t.Context(), &out, &rejects, inputs...)
	require.NoError(t, err)
	require.Equal(t, converted("a")+"\n"+converted("b"), out.String())
	require.Equal(t, rejectNull+"\n", rejects.String())
	require.Equal(t, 3, report.Records)
	require.Equal(t, 1, report.Rejected)
}

func TestFilterClosedPipe(t *testing.T) {
	take, out := io.Pipe()
	require.NoError(t, take.Close())
	err := filter(t, out, strings.NewReader(answered("a")+"\n"))
	var failed *dataset.WriteError
	require.ErrorAs(t, err, &failed)
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

// What is compressed is unpacked, and what is no JSONL is one error that says so.
func TestFilterKinds(t *testing.T) {
	for name, in := range map[string]string{
		"gzip": "\x1f\x8b\x08", "an array": "[\n  {\"messages\": []}\n]\n", "one line of an array": "\n[{\"messages\": []}, {\"messages\": []}]\n",
		"one value": "{\n  \"messages\": []\n}\n", "the first element on the first line": "[{\"messages\": []},\n {\"messages\": []}]\n", "Parquet": "PAR1 and so on",
	} {
		var out bytes.Buffer
		var wrong *dataset.InputError
		err := filter(t, &out, strings.NewReader(in))
		if name == "gzip" {
			require.ErrorContains(t, err, "reading in as gzip")
			continue
		}
		require.ErrorAs(t, err, &wrong, name)
		require.Empty(t, strings.TrimSpace(out.String()), name)
	}
	// A list of messages is a record, and so is a line that was cut off.
	for _, in := range []string{`[{"role": "user", "content": "a"}]`, `{"messages": [{"role": "us`, "[]"} {
		require.NoError(t, filter(t, io.Discard, strings.NewReader(in+"\n")))
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.WriteString(z, answered("a")+"\n")
	require.NoError(t, err)
	require.NoError(t, z.Close())
	var out bytes.Buffer
	require.NoError(t, filter(t, &out, &packed))
	require.Equal(t, converted("a")+"\n", out.String())
}
