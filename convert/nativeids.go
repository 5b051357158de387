package convert

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// identify gives calls and results their ids and results the names of their tools.
func (n *native) identify() {
	if n.target.NoIDs {
		n.withoutIDs()
		return
	}
	ids := make([]ir.Text, len(n.steps))                   // of the calls
	taken := takenIDs{map[string]bool{}, map[string]int{}} // in the current turn
	orphans := n.orphans()
	answered, made := false, 0
	for i := range n.out {
		it, at := &n.out[i], n.from[i]
		switch it.Kind {
		case ir.Call:
			if answered {
				answered = false
				taken.clear()
			}
			was := it.Rare()
			if !n.target.NeedsIDs && !was.HasID {
				continue
			}
			id, word := n.idOf(it, made, taken, orphans)
			made++
			if !was.HasID || !text.Equal(was.ID, id) {
				m := change(it)
				m.ID, m.HasID = id, true
			}
			ids[at] = id
			taken.ids[word] = true
		case ir.Observation:
			answered = true
			call := n.links.Call[at]
			if call < 0 {
				continue
			}
			it.Tool = n.steps[call].Tool
			if id := ids[call]; id.B != nil {
				was := it.Rare()
				if of := n.steps[call].Rare(); was.HasID && !(of.HasID && text.Equal(was.ID, of.ID)) && !text.Equal(was.ID, id) {
					n.lose(it, ir.CodeIDChanged, "the result had another id than the call that it answers, and got that of the call")
				}
				if !was.HasID || !text.Equal(was.ID, id) {
					m := change(it)
					m.ID, m.HasID = id, true
				}
			}
		}
	}
}

// withoutIDs takes the ids off calls and results, and gives results the tools of their
// calls.
func (n *native) withoutIDs() {
	for i := range n.out {
		it := &n.out[i]
		orphan := false
		if it.Kind == ir.Observation {
			call := n.links.Call[n.from[i]]
			if orphan = call < 0; !orphan {
				it.Tool = n.steps[call].Tool
			}
		}
		if !it.Rare().HasID {
			continue
		}
		switch {
		case it.Kind == ir.Call:
			n.lose(it, ir.CodeIDDropped, "{style} has no place for the id of a call")
		case orphan:
			n.lose(it, ir.CodeIDDropped, "{style} has no place for the id of a result")
		}
		m := change(it)
		m.ID, m.HasID = ir.Text{}, false
	}
}

// strangers takes the ids off results that answer no call, where results say those of
// calls alone. Where a call is open they stay, since without them they would answer it.
func (n *native) strangers() {
	if !n.target.CallIDs {
		return
	}
	var links dialogue.Links
	links.Find(n.out)
	open, answered := 0, false
	for i := range n.out {
		it := &n.out[i]
		switch {
		case it.Kind == ir.Call && answered:
			open, answered = 1, false
		case it.Kind == ir.Call:
			open++
		case it.Kind != ir.Observation:
		case links.Call[i] >= 0:
			open, answered = open-1, true
		case it.Rare().HasID && open == 0:
			n.lose(it, ir.CodeIDDropped, "{style} has no place for the id of a result that answers no call")
			m := change(it)
			m.ID, m.HasID = ir.Text{}, false
			answered = true
		}
	}
}

// wordID returns an id whose other characters than letters, digits, _ and - are
// replaced by something that depends on all of it.
func wordID(id string) string {
	plain := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
	if plain == id {
		return id
	}
	const enough = 64
	return shortened(plain+"_"+hashed(id), enough)
}

// orphans returns the ids of the results that answer no call.
func (n *native) orphans() map[string]bool {
	var ids map[string]bool
	for i := range n.steps {
		if it := &n.steps[i]; it.Kind == ir.Observation && n.links.Call[i] < 0 && it.Rare().HasID {
			if ids == nil {
				ids = map[string]bool{}
			}
			ids[it.More.ID.String()] = true
		}
	}
	return ids
}

// takenIDs are the ids of a turn's calls.
type takenIDs struct {
	ids map[string]bool
	// tried is how many others were tried for an id that a call has already: of very many
	// calls with one id each continues where the one before found its own.
	tried map[string]int
}

func (t takenIDs) clear() {
	clear(t.ids)
	clear(t.tried)
}

// idOf returns the id that a call gets, the one of that number in the transcript, and what
// it says: its own, where the target can hold it and no open call has it.
func (n *native) idOf(it *ir.Step, number int, taken takenIDs, orphans map[string]bool) (ir.Text, string) {
	was := it.Rare()
	id := was.ID.String()
	switch {
	case !was.HasID || id == "":
		n.lose(it, ir.CodeIDMade, "the call had no id and got one")
		for id = "call_" + strconv.Itoa(number); orphans[id]; {
			id += "_"
		}
	case n.target.MaxID > 0 && len(id) > n.target.MaxID:
		n.lose(it, ir.CodeIDChanged, "the call's id is longer than {style} allows and was shortened")
		id = shortened(id, n.target.MaxID)
	}
	if plain := wordID(id); n.target.WordIDs && plain != id {
		n.lose(it, ir.CodeIDChanged, "the call's id has characters that {style} does not allow: they were replaced")
		id = plain
	}
	if n.target.ExactID > 0 {
		id = n.exactID(it, id, taken)
		return text.Plain(id), id
	}
	if !taken.ids[id] {
		if was.HasID && text.EqualString(was.ID, id) {
			return was.ID, id
		}
		return text.Plain(id), id
	}
	n.lose(it, ir.CodeIDChanged, "the call has the id of another one that is open, and got its own")
	for k := 2 + taken.tried[id]; ; k++ {
		end := "_" + strconv.Itoa(k)
		again := id + end
		if most := n.target.MaxID; most > 0 && len(again) > most {
			again = shortened(id, most-len(end)) + end
		}
		if !taken.ids[again] {
			taken.tried[id] = k - 1
			return text.Plain(again), again
		}
	}
}

// exactID returns the id that a call gets where all are of so many letters and digits:
// its own if it is one of these, else one that depends on all of it.
func (n *native) exactID(it *ir.Step, id string, taken takenIDs) string {
	fits := len(id) == n.target.ExactID && strings.Trim(id, lettersAndDigits) == ""
	if fits && !taken.ids[id] {
		return id
	}
	if it.Rare().HasID {
		n.lose(it, ir.CodeIDChanged, "{style} wants other ids of calls: the call got its own")
	}
	for k := taken.tried[id]; ; k++ {
		again := hashed(id + strings.Repeat("_", k))
		for len(again) < n.target.ExactID {
			again += hashed(again)
		}
		if again = again[:n.target.ExactID]; !taken.ids[again] {
			taken.tried[id] = k + 1
			return again
		}
	}
}

const lettersAndDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// hashed returns a few letters and digits that depend on all of an id.
func hashed(id string) string {
	h := fnv.New64a()
	h.Write([]byte(id)) // it never fails
	return strconv.FormatUint(h.Sum64(), 36)
}

// shortened returns an id of at most so many bytes that depends on all of it.
func shortened(id string, most int) string {
	if len(id) <= most {
		return id
	}
	sum := hashed(id)
	cut := max(0, most-len(sum)-1)
	for cut > 0 && id[cut]&0xC0 == 0x80 { // not within a character
		cut--
	}
	return id[:cut] + "_" + sum
}
