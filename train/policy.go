package train

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Policy says which turns of the model are trained. The zero value is All.
type Policy string

// The policies.
const (
	// All trains every turn.
	All Policy = "all"
	// Calls trains the turns that call a tool, Answers those that hold an answer: with
	// what the model thinks before it.
	Calls   Policy = "calls"
	Answers Policy = "answers"
	// Last trains the last turn.
	Last Policy = "last"
	// SolvedOnly trains every turn of a transcript whose last answer says that it solved
	// the task, and nothing of any other.
	SolvedOnly Policy = "solved-only"
)

// Policies returns the names of the policies.
func Policies() []string {
	return []string{string(All), string(Calls), string(Answers), string(Last), string(SolvedOnly)}
}

// Parse returns the policy of a name, or a *convert.OptionError. The empty name is All.
func Parse(name string) (Policy, error) {
	if name == "" {
		return All, nil
	}
	for _, known := range Policies() {
		if name == known {
			return Policy(name), nil
		}
	}
	return "", &convert.OptionError{Option: "train", Value: name, Allowed: Policies()}
}

// Steps reports for each step of a transcript whether it is trained.
func (p Policy) Steps(t *ir.Transcript) []bool { return p.steps(t.Steps, Solved(t)) }

// Solved reports whether the last answer of a transcript says that it solved the task.
func Solved(t *ir.Transcript) bool {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if t.Steps[i].Kind == ir.Answer {
			return t.Steps[i].Outcome == ir.Success
		}
	}
	return false
}

// steps is Steps for what was lowered, when it may no longer say whether the task was
// solved.
func (p Policy) steps(steps []ir.Step, solved bool) []bool {
	trained := make([]bool, len(steps))
	if p == SolvedOnly && !solved {
		return trained
	}
	last := -1 // where the last turn begins that was chosen for being the last
	for from := 0; from < len(steps); {
		if !spoken(&steps[from]) {
			from++
			continue
		}
		to := from + 1
		for to < len(steps) && spoken(&steps[to]) {
			to++
		}
		if p == Last && last >= 0 {
			clear(trained[last:from])
		}
		last = from
		for i := from; i < to && p.takes(steps[from:to]); i++ {
			trained[i] = !steps[i].Invented && !steps[i].Added && !jsonx.FalseOrZero(steps[i].Rare().Train)
		}
		from = to
	}
	return trained
}

// takes reports whether a turn is trained.
func (p Policy) takes(turn []ir.Step) bool {
	wanted := ir.Kind(ir.NumKinds)
	switch p {
	case Calls:
		wanted = ir.Call
	case Answers:
		wanted = ir.Answer
	default:
		return true
	}
	for i := range turn {
		if turn[i].Kind == wanted && !turn[i].Invented {
			return true
		}
	}
	return false
}

// spoken reports whether the model said a step.
func spoken(s *ir.Step) bool {
	return s.Role == ir.RoleAssistant && s.Kind != ir.Observation && s.Kind != ir.User
}
