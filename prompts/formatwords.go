package prompts

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/toolspeak/toolspeak/internal/grammar"
)

// plainFormatWords are what format instructions say, whatever the task is: words of which each
// says little.
const plainFormatWords = `
a an the this that these those there here it its it's is are be can may will need needs needed do does did i you your my me we our us he they user user's users assistant
to of in on at by for from with without and or nor as if than then till until when once while which what why how who where so also too even just either both
one two each any all some other another own more next last first final above below following exact exactly same valid right proper correct current previous
tool tools tool's tool_name tool_names function functions function's api name names named args arg argument arguments arguments_json json_arguments parameter parameters kwargs input inputs output outputs call calls called calling invoke
value values key keys key_name string number object objects dict dictionary python json blob json_blob schema type text code block marker prefix xml tag tags format formats formatted formatting template structure style line lines brackets braces curly
quotes quote quoted backticks wrap wrapped wrapping enclose enclosed escaped simple written say says said tell tells
thought thoughts think thinking reason reasoning action actions observation observations answer answers answering question questions result results response responses respond reply replies task goal final_answer action_input tool_input
use uses used using take taken taking choose chosen decide decided start starts begin begins end ends finish finished stop continue include includes including represent representing contains contain contained given give gives provide provided provides return returns returned write put place placed make sure
step steps repeat repeated repeating keep times n k zero many several again loop process cycle conversation current history instructions example examples e g i etc like such similar based available access have has had had now know known great best complete original enough information necessary all gathered gathering obtained sufficient
back will be came shown appear come comes wait waits message messages human sent send sends help helps desired let let's please yes no ok true false null none field fields inside between opening closing within placed option options up point similarly specifically set structure structures here's dict it'll i'll after listed list lists follow adhere ensure ensures case cannot parsing execution required
x y z foo bar parameter_1 parameter_2 value_1 value_2 key1 key2 value1 value2 arg1 arg2 tool1 tool2 some_tool name_of_tool
`

// chineseFormatWords are the same in a language that has no white space between words: longer
// ones before those that they begin with.
const chineseFormatWords = `
始终 应该 思考 考虑 想法 要做什么 做什么 需要 采取 执行 行动 动作 操作 输入 输出 观察 结果 最终答案 最终 答案 回答 问题 原始 必须回答 必须 工具 函数 参数 名称 名字 调用 使用 请使用 请写 请 然后写 然后 以下 如下 下列 格式 之一 一个 其中 可以 重复 多次 次 现在 知道 知道了 我 你 您 的 是 和 与 或 在 了 要 写 开始 以及 对象 字符串 访问 拥有 能够 这个 这些 上面 步骤 任务
`

// formatModals make a rule of a sentence: of the format, if it names the format, or of the task.
const formatModals = `must should shall never always only not don't do cannot can't won't shouldn't mustn't needn't otherwise unless before`

// formatPhrases are sentences and values of widespread format instructions, with words that
// rules of a task have, too.
var formatPhrases = regexp.MustCompile(`(?i)you should always think about what to do|(?:should|must) be (?:only )?one of|only one name of|one of the tools|just the name|exactly as it.s written|think step by step|["']?hello world["']?|["']?num_beams["']?\s*:\s*5`)

// wordsOfFormat are the words of formats; sentenceWords are these and those that make rules.
var (
	wordsOfFormat = sync.OnceValue(func() map[string]bool { return wordSet(plainFormatWords) })
	sentenceWords = sync.OnceValue(func() map[string]bool { return wordSet(plainFormatWords + formatModals) })
)

// chineseFormat takes the Chinese words of formats out.
var chineseFormat = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for w := range strings.FieldsSeq(chineseFormatWords) {
		pairs = append(pairs, w, " ")
	}
	return strings.NewReplacer(pairs...)
})

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// beyondFormat returns the sentences and lines of format instructions that say something else,
// too: what may be a rule of the task. Words after a marker have none of formatModals.
func (r *Reading) beyondFormat(text string) (out []string) {
	own := map[string]bool{} // words of the names of tools and parts
	name := func(s string) {
		for w := range strings.FieldsFuncSeq(strings.ToLower(s), betweenWords) {
			own[w] = true
		}
	}
	for i := range r.ToolList.Tools {
		name(r.ToolList.Tools[i].Name)
	}
	marks := []string(nil)
	switch {
	case r.frame != nil:
		marks = r.frame.marks
	case r.Style != nil:
		marks = partNames(r.Style)
		for _, m := range grammar.Of(r.Style).Mentions() {
			marks = append(marks, m.Text)
		}
	}
	for _, m := range marks {
		name(m)
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line[itemMark(line):])
		words := sentenceWords()
		value := r.by.known.startsWithMarker(line)
		if value {
			words = wordsOfFormat()
		}
		at := 0
		if value {
			at = strings.IndexByte(line, ':') + 1
		}
		for from := at; from < len(line); {
			end := from + sentenceEnd(line[from:])
			said := formatPhrases.ReplaceAllString(chineseFormat().Replace(specialToken.ReplaceAllString(line[from:end], " ")), " ")
			if slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(said), betweenWords), func(w string) bool {
				w = strings.Trim(w, "'")
				return w != "" && !words[w] && !own[w] && (value || !isNumber(w))
			}) {
				if from == at {
					from = 0
				}
				out = append(out, strings.TrimSpace(line[from:end]))
			}
			from = end
		}
	}
	return out
}

// betweenWords reports whether a character parts words.
func betweenWords(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '\''
}
