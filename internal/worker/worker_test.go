package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

const (
	reactRecord = `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {'a': 1}"}]}`
	reactText   = "Question: q\nThought: t\nAction: f\nAction Input: {}\n"
)

// request is the payload of records.
func request(records ...string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(records)))
	return appendColumn(b, len(records), func(dst []byte, i int) []byte { return append(dst, records[i]...) })
}

// answered is an answer, taken apart.
type answered struct {
	Records, Converted, Rejected int
	status                       []byte
	records, diagnostics, styles []string
}

func read(t *testing.T, b []byte) (a answered) {
	t.Helper()
	n, size := int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint32(b[4:]))
	require.NoError(t, json.Unmarshal(b[8:8+size], &a))
	b = b[8+size:]
	a.status, b = b[:n], b[n:]
	for _, to := range []*[]string{&a.records, &a.diagnostics, &a.styles} {
		offset := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
		start, end := 8*(n+1), 8*(n+1)+int(offset(n))
		for i := range n {
			*to = append(*to, string(b[start+int(offset(i)):start+int(offset(i+1))]))
		}
		b = b[end:]
	}
	require.Empty(t, b)
	return a
}

func session(t *testing.T, workers int) *Session {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	return &Session{Host: Host{
		Configure: func(options []byte) (Config, error) {
			if string(options) == "bad" {
				return Config{}, errors.New("no such option")
			}
			return Config{Engine: e, Workers: workers, Diagnostics: string(options) == "all"}, nil
		},
		Schema: func() ([]byte, error) { return []byte("[]"), nil },
	}}
}

// TestAnswers says what the records of a request become: each has its place in the answer, whatever
// the others are.
func TestAnswers(t *testing.T) {
	for _, workers := range []int{1, 3} {
		s := session(t, workers)
		_, err := s.Answer(opOptions, []byte("all"))
		require.NoError(t, err)
		var records []string
		for range 40 {
			records = append(records, reactRecord, " \n", "null", `{"messages": []}`, `{"messages": [`)
		}
		for range 2 { // the memory of the first serves the second
			b, err := s.Answer(opConvert, request(records...))
			require.NoError(t, err)
			a := read(t, b)
			require.Equal(t, 160, a.Records, "blank ones are none")
			require.Equal(t, 80, a.Converted)
			require.Equal(t, 80, a.Rejected)
			for i := 0; i < len(records); i += 5 {
				require.Equal(t, []byte{0, 0, 1, 0, 1}, a.status[i:i+5])
				require.Contains(t, a.records[i], "<name>f</name>")
				require.Equal(t, []string{" \n", "", `{"messages": []}`, ""}, a.records[i+1:i+5])
				require.Contains(t, a.diagnostics[i], `"python-args"`)
				require.Contains(t, a.diagnostics[i+2], `"wrong-type"`)
				require.Contains(t, a.diagnostics[i+4], `"not-json"`)
				require.Equal(t, "react", a.styles[i])
			}
		}
		_, err = s.Answer(opOptions, []byte("few"))
		require.NoError(t, err)
		b, err := s.Answer(opConvert, request(reactRecord, "null"))
		require.NoError(t, err)
		a := read(t, b)
		require.Empty(t, a.diagnostics[0])
		require.Contains(t, a.diagnostics[1], `"wrong-type"`, "a reject says why")
		b, err = s.Answer(opConvert, request())
		require.NoError(t, err)
		require.Zero(t, read(t, b).Records)
	}
}

// TestRequests says what each kind of request is answered with.
func TestRequests(t *testing.T) {
	s := session(t, 1)
	_, err := s.Answer(opConvert, request(reactRecord))
	require.ErrorIs(t, err, ErrProtocol, "options come first")
	_, err = s.Answer(opOptions, []byte("bad"))
	require.EqualError(t, err, "no such option")
	_, err = s.Answer(opConvert, request(reactRecord))
	require.ErrorIs(t, err, ErrProtocol, "wrong options are none")
	list, err := s.Answer(opSchema, nil)
	require.NoError(t, err)
	require.Equal(t, "[]", string(list))
	_, err = s.Answer(opOptions, []byte("all"))
	require.NoError(t, err)
	for op, want := range map[byte]string{opConvert: "", opText: "<name>f</name>", opDetect: `"style":"react"`, opCheck: ""} {
		b, err := s.Answer(op, request(reactText))
		require.NoError(t, err)
		a := read(t, b)
		switch op {
		case opConvert, opDetect, opCheck: // it is no JSON
			require.Equal(t, 1, a.Rejected, string(op))
		default:
			require.Contains(t, a.records[0], want)
		}
	}
	b, err := s.Answer(opDetect, request(reactRecord))
	require.NoError(t, err)
	require.Contains(t, read(t, b).records[0], `"layout":"messages","style":"react"`)
	b, err = s.Answer(opCheck, request(reactRecord))
	require.NoError(t, err)
	require.Empty(t, read(t, b).records[0], "nothing is converted")
	require.Contains(t, read(t, b).diagnostics[0], `"python-args"`)
	_, err = s.Answer('?', request(reactRecord))
	require.ErrorIs(t, err, ErrProtocol)
}

// TestDamagedRequests: no offsets lead out of a request.
func TestDamagedRequests(t *testing.T) {
	s := session(t, 1)
	_, err := s.Answer(opOptions, nil)
	require.NoError(t, err)
	whole := request(reactRecord, "{}", "x")
	for cut := range whole {
		if cut < 4+8*4+len(reactRecord)+len("{}")+len("x") {
			_, err := s.Answer(opConvert, whole[:cut])
			require.ErrorIs(t, err, ErrProtocol, "%d", cut)
		}
	}
	for at := range 4 + 8*4 {
		for _, bit := range []byte{1, 0x80} {
			changed := bytes.Clone(whole)
			changed[at] ^= bit
			if b, err := s.Answer(opConvert, changed); err == nil {
				read(t, b)
			} else {
				require.ErrorIs(t, err, ErrProtocol)
			}
		}
	}
}

// TestServe: a client that is cut off ends the conversation, and an error of options does not.
func TestServe(t *testing.T) {
	frame := func(op byte, payload []byte) []byte {
		return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(payload))), op), payload...)
	}
	in := bytes.Join([][]byte{frame(opOptions, []byte("bad")), frame(opOptions, nil), frame(opConvert, request(reactRecord))}, nil)
	var out bytes.Buffer
	host := session(t, 1).Host
	require.NoError(t, Serve(bytes.NewReader(in), &out, host))
	require.True(t, strings.HasPrefix(out.String(), Hello))
	require.Equal(t, string(frame(answerError, []byte("no such option"))), out.String()[len(Hello):][:9+len("no such option")])
	require.Contains(t, out.String(), "<name>f</name>")
	for cut := 1; cut < len(in); cut++ {
		err := Serve(bytes.NewReader(in[:cut]), &bytes.Buffer{}, host)
		switch cut {
		case len(frame(opOptions, []byte("bad"))), len(frame(opOptions, []byte("bad"))) + len(frame(opOptions, nil)):
			require.NoError(t, err)
		default:
			require.ErrorIs(t, err, ErrProtocol, "%d", cut)
		}
	}
	require.ErrorIs(t, Serve(bytes.NewReader(append(bytes.Repeat([]byte{0xFF}, 8), opConvert)), &out, host), ErrProtocol, "a request of 2^64 bytes")
}
