package dataset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestConditions compares the other keys of records with what --only asks of them.
func TestConditions(t *testing.T) {
	const record = `{"score": 0.75, "model": "gpt-4o-mini", "reward": "1", "solved": true, "tags": ["night", "tide, low"], "scores": {"match": {"value": "C"}}, "feedback": [{"v": 1}, {"v": 3}],
		"none": null, "time": "2026-03-01T10:00:00Z", "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: a\nAnswer: b"}]}`
	for only, want := range map[string]dataset.LeftOut{
		`score >= 0.5`: "", `score>0.75`: dataset.NotMet, `score == 0.750`: "", `score < 1`: "", `score != 0.75`: dataset.NotMet,
		`model =~ "gpt"`: "", `model =~ ^gpt-4o`: "", `model =~ "^mini"`: dataset.NotMet, `model !~ "claude"`: "", `model == "gpt-4o-mini"`: "", `model == gpt-4o-mini`: "",
		`reward >= 1`: "", `model > 3`: dataset.NotMet, `solved == true`: "", `solved == false`: dataset.NotMet, `solved == "true"`: dataset.NotMet,
		`tags == "night"`: "", `tags == day`: dataset.NotMet, `tags =~ "low"`: "", `tags == "tide, low", score > 0`: "",
		`scores.match.value == "C"`: "", `scores.other.value == "C"`: dataset.NoKey, `feedback.#.v > 2`: "", `feedback.#.v > 3`: dataset.NotMet,
		`none == null`: "", `missing == 1`: dataset.NoKey, `time >= "2026-02"`: "", `time < "2026-02"`: dataset.NotMet,
		`answered, score > 0.5`: "", `with-calls, score > 0.5`: dataset.NoCalls,
	} {
		e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}, Only: dataset.ParseConditions(only)})
		require.NoError(t, err, only)
		_, res, err := e.Record([]byte(record))
		require.NoError(t, err, only)
		require.Equal(t, want, res.LeftOut, only)
	}
	for _, broken := range []string{"score", "score >=", "model =~ \"(\"", "score 0.5", "sloved"} {
		_, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}, Only: dataset.ParseConditions(broken)})
		require.Error(t, err, broken)
	}
}
