package cli

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/train"
)

// Commands that share flags.
const (
	converting = "convert filter worker"
	becoming   = converting + " show view"      // those, and the ones that show what is written
	printing   = "convert filter"               // of those, the ones that people run
	looking    = "inspect show masks view diff" // commands that show records, and read as check does
	counting   = "check inspect detect tools"   // commands that read all records, and convert none
	reading    = converting + " check detect tools " + looking
)

// flagTable has all flags of all commands: docs/internals/architecture.md says how to add one.
// A flag that means something else in another command has a row for each meaning.
var flagTable = []option{
	{group: groupInput, in: converting + " check " + looking, name: "from", short: "f", arg: "STYLE", preset: convert.Auto, common: true, values: sourceNames, open: true,
		words: "the STYLE to read; auto detects it record by record"},
	{group: groupInput, in: reading, name: "layout", arg: "LAYOUT", preset: "auto", common: true, values: layouts.Names,
		words: "where transcripts are in a record: {values}"},
	{group: groupInput, in: reading, name: "field", kind: list, arg: "PATH", common: true,
		words: "transcripts are at PATH: data.turns, data[].log, **.log; of several PATHs the first that is there"},
	{group: groupInput, in: reading + " prompt styles", name: "style-file", kind: list, arg: "FILE",
		words: "also know the style in FILE"},
	{group: groupInput, in: "diff", name: "from-b", arg: "STYLE", shown: "that of --from", values: sourceNames, open: true,
		words: "the STYLE to read in B"},
	{group: groupInput, in: "diff", name: "key", short: "k", arg: "PATH", common: true,
		words: "match records by the value at PATH, such as id or meta.uuid, and not by their order"},
	{group: groupInput, in: "show", name: "id", arg: "ID", common: true,
		words: "the record whose value at --key is ID"},
	{group: groupInput, in: "show", name: "key", short: "k", arg: "PATH", preset: "id", common: true,
		words: "the PATH of a record's id"},
	{group: groupInput, in: "convert filter " + counting, name: "include", kind: list, arg: "PATTERN",
		words: "in directories, read only the files that match, such as 'train-*'; a PATTERN with a slash is matched with the path"},
	{group: groupInput, in: "convert filter " + counting, name: "exclude", kind: list, arg: "PATTERN",
		words: "in directories, skip the files that match"},
	{group: groupInput, in: "diff", name: "limit", short: "n", kind: number, arg: "N", shown: "all", common: true,
		words: "compare the first N records of each only; not with --key"},
	{group: groupInput, in: "diff", name: "sample", arg: "P%", shown: "all",
		words: "compare about P percent of the records, chosen by --seed and their numbers, the same of each; not with --key"},
	{group: groupInput, in: "convert " + counting, name: "limit", short: "n", kind: number, arg: "N", shown: "all", common: true,
		words: "take the first N records only"},
	{group: groupInput, in: "convert " + counting, name: "sample", arg: "P%", shown: "all",
		words: "take about P percent of the records, chosen by --seed and their numbers"},
	{group: groupInput, in: "convert diff " + counting, name: "seed", kind: unsigned, arg: "S", shown: "0",
		words: "the seed of --sample: another S chooses other records"},
	{group: groupInput, in: "convert", name: "max-record", arg: "SIZE", preset: "64MiB",
		words: "reject records above SIZE bytes"},
	{group: groupInput, in: "prompt", name: "read", arg: "FILE", common: true,
		words: "the system prompt to take apart; - is standard input"},
	{group: groupInput, in: "merge", name: "reasons", arg: "FILE", common: true,
		words: "the FILE with the reasons of the rejects, which says where they were"},
	{group: groupInput, in: "merge", name: "still", arg: "FILE", common: true,
		words: "the reasons FILE of the conversion that made FIXED; what it rejected again is left out"},

	{group: groupOutput, in: converting, name: "to", short: "t", arg: "STYLE", common: true, values: targetNames, open: true,
		words: "the STYLE to write"},
	{group: groupOutput, in: "convert", name: "for", arg: "TRAINER", common: true, values: dataset.Trainers,
		words: "write rows for a trainer, with its settings next to them: {values}; --to chooses a style or shape other than its own"},
	{group: groupOutput, in: "convert", name: "template", arg: "FILE", common: true,
		words: "write each record as the chat template of a model does: FILE is chat_template.jinja, tokenizer_config.json, a model in GGUF, or a directory with them; --out-layout chooses text or messages. With --for, write rows that this template takes; FILE can then be the name of a template, such as qwen3"},
	{group: groupOutput, in: "convert", name: "now", arg: "TIME",
		words: "the time that --template sees, such as 2025-03-04 or 2025-03-04T15:06:07; without it the current time"},
	{group: groupOutput, in: "convert", name: "template-var", arg: "NAME=VALUE", kind: list,
		words: "a value that --template sees, such as enable_thinking=false or bos_token=<s>: JSON, or a text"},
	{group: groupOutput, in: "masks", name: "for", arg: "TRAINER", common: true, values: dataset.Trainers,
		words: "show what a trainer trains of its rows: {values}"},
	{group: groupOutput, in: "show", name: "to", short: "t", arg: "STYLE", common: true, values: targetNames, open: true,
		words: "convert to STYLE, and show the result next to the source"},
	{group: groupOutput, in: "masks", name: "to", short: "t", arg: "STYLE", common: true, values: targetNames, open: true,
		words: "convert to STYLE, and show what is trained of the result"},
	{group: groupOutput, in: "prompt", name: "to", short: "t", arg: "STYLE", common: true, values: promptStyleNames, open: true,
		words: "the STYLE to teach"},
	{group: groupOutput, in: "styles", name: "show", arg: "STYLE", common: true, values: promptStyleNames, open: true,
		words: "print the page that describes STYLE, or a format, to start one of your own"},
	{group: groupOutput, in: "convert", name: "output", short: "o", arg: "FILE", common: true,
		words: "write the result to FILE, which gets its name when it is complete, or each input to its own file in a directory DIR/"},
	{group: groupOutput, in: "merge", name: "output", short: "o", arg: "FILE", common: true,
		words: "write the result to FILE, which gets its name when it is complete"},
	{group: groupOutput, in: becoming, name: "out-layout", arg: "LAYOUT", common: true, values: layouts.Targets,
		words: "move transcripts to LAYOUT: {values}"},
	{group: groupOutput, in: "convert", name: "out-format", arg: "FORMAT", values: fixed("jsonl", "json", "txt", "parquet"),
		words: "write the result as FORMAT: {values}; without it the ending of --output decides, or else the format of the input"},
	{group: groupOutput, in: "convert", name: "compress", arg: "KIND", values: fixed("gzip", "zstd"),
		words: "compress the result: KIND is gzip or zstd; without it .gz and .zst at the end of --output decide, and Parquet keeps its codecs"},
	{group: groupOutput, in: converting, name: "keep-original", kind: toggle,
		words: "keep the source's transcript in the record, under original_KEY"},
	{group: groupOutput, in: "convert", name: "dry-run", kind: toggle, common: true,
		words: "convert and report, but write no result and no rejects"},
	{group: groupOutput, in: "masks", name: "html", arg: "FILE", common: true,
		words: "write a page to FILE and print nothing"},
	{group: groupOutput, in: "inspect", name: "html", arg: "FILE", common: true,
		words: "also write a page with plots and examples to FILE"},
	{group: groupOutput, in: "inspect masks", name: "force", kind: toggle,
		words: "overwrite the file of --html"},
	{group: groupOutput, in: "convert", name: "force", kind: toggle, common: true, free: true,
		words: "overwrite the files of --output and --rejects"},
	{group: groupOutput, in: "filter", name: "force", kind: toggle,
		words: "overwrite the file of --rejects"},
	{group: groupOutput, in: "merge", name: "force", kind: toggle, common: true,
		words: "overwrite the file of --output"},

	{group: groupErrors, in: "convert", name: "rejects", arg: "FILE", common: true,
		words: "keep records that can't be converted in FILE, and the reasons in FILE.reasons.jsonl"},
	{group: groupErrors, in: "filter", name: "rejects", arg: "FILE", common: true,
		words: "write the lines of rejects to FILE and leave them out of the output"},
	{group: groupErrors, in: "convert", name: "on-error", arg: "WHAT", values: fixed("reject", "skip", "fail"),
		words: "what to do with a record that can't be converted: reject keeps it in the file of --rejects, skip leaves it out, fail ends the run; without it --rejects decides"},
	{group: groupErrors, in: "convert", name: "max-rejects", arg: "N", free: true,
		words: "end the run if more than N records, or P% of them, are rejects"},
	{group: groupErrors, in: becoming, name: "strict", kind: optional, arg: "all", make: strictFlag, common: true,
		words: "reject what suffers a loss, needs a guess or is in doubt; with =all also what needs any repair or has a note"},

	{group: groupConvert, in: converting + " check " + looking, name: "repair", arg: "CLASS", preset: "safe", common: true, values: fixed("safe", "all", "none"),
		words: "which repairs are made: safe; all, with guesses; or none, which rejects what needs one"},
	{group: groupConvert, in: converting + " check " + looking, name: "plain", arg: "WHAT", preset: "keep", values: fixed("keep", "reject"),
		words: "what to do with a record that has neither a call nor a marker of any style: {values}"},
	{group: groupConvert, in: converting + " check " + looking, name: "invented", arg: "WHAT", preset: "keep", values: fixed("keep", "drop", "reject"),
		words: "what to do with a result that the model invented: {values}"},
	{group: groupConvert, in: converting + " check " + looking, name: "xml-entities", arg: "WHAT", preset: "keep", values: fixed("keep", "decode"),
		words: "what to do with &lt; and the like in xml: {values}"},
	{group: groupConvert, in: "convert check " + looking, name: "split-runs", arg: "HOW", preset: "auto", values: fixed("auto", "none"),
		words: "auto makes a record of each run in a printed log; none makes one of all"},
	{group: groupConvert, in: "convert check " + looking, name: "branches", arg: "WHICH", preset: "last", values: fixed("last", "all"),
		words: "which branches of a coding agent's session are records: the last one, or all"},
	{group: groupConvert, in: "convert check " + looking, name: "requests", arg: "WHICH", preset: "last", values: fixed("last", "all"),
		words: "which requests of a log are records: those that no other one begins with, or all"},
	{group: groupConvert, in: becoming, name: "observations", arg: "PLACE", values: fixed("user", "tool", "inline"),
		words: "write results in the role user or tool, or inline in the assistant's text, and say so in the prompt; without it they are in the user's turns if the style changes"},
	{group: groupConvert, in: becoming, name: "residue", arg: "WHAT", preset: "drop", values: fixed("drop", "keep"),
		words: "drop or keep the frame in which chains of the source's style put a user's turn: Begin!, Question:, a last line Thought:"},
	{group: groupConvert, in: becoming, name: "assume-outcome", arg: "OUTCOME", values: fixed("true", "false", "reject"),
		words: "what tao says where the source does not say whether the task was solved: {values}"},
	{group: groupConvert, in: becoming, name: "thoughts", arg: "PLACE", values: fixed("prose", "think", "reasoning", "drop"),
		words: "write thoughts as prose, in <think> tags, as hidden reasoning, or drop them; without it they stay as they are"},
	{group: groupTrain, in: converting + " masks", name: "train", arg: "WHAT", values: train.Policies, common: true,
		words: "which turns of the model are trained: {values}; without it the flags of the records decide"},
	{group: groupTrain, in: becoming + " masks", name: "stop-text", arg: "WORD",
		words: "the text at which the harness stops the model, such as <|im_end|>: it ends each message of the model in a text style, is trained, and is not part of what is read"},
	{group: groupTrain, in: "convert", name: "only", arg: "WHICH", values: dataset.Onlys, open: true, common: true,
		words: "take only the records that are {values}; separate several with commas"},
	{group: groupTrain, in: "convert", name: "max-chars", kind: number, arg: "N", shown: "any number",
		words: "leave out records that are longer than N characters when written"},
	{group: groupConvert, in: becoming, name: "parallel", arg: "WHAT", preset: "keep", values: fixed("keep", "split"),
		words: "what to do with several calls in one message: keep them together, or split them into messages, each followed by its result"},
	{group: groupConvert, in: becoming, name: "arguments", arg: "FORM", values: fixed("string", "object"),
		words: "how openai writes arguments: as a string that holds JSON, which is what servers take, or as an object, which chat templates want (default: as in the source if that is openai, else as a string)"},
	{group: groupConvert, in: converting, name: "carry", arg: "WHAT", preset: "none", values: fixed("none", "meaning", "bytes"),
		words: "let each record carry, in a key \"toolspeak\", what the target can't say, for the way back: what it meant (meaning), or also how it was written (bytes)"},
	{group: groupConvert, in: converting, name: "read-back", arg: "HOW", preset: "auto", values: fixed("auto", "style"),
		words: "how to read back what was written: style reads it in the target's style; auto also as a reader does who is not told the style"},
	{group: groupConvert, in: converting, name: "no-verify", kind: toggle,
		words: "do not read back what was written"},

	{group: groupPrompts, in: "diff", name: "system", kind: toggle, common: true,
		words: "compare system prompts, too"},
	{group: groupPrompts, in: becoming, name: "prompt", arg: "MODE", preset: "auto", values: fixed("auto", "keep", "replace", "append", "drop"),
		words: "what to do with system prompts: {values}"},
	{group: groupPrompts, in: becoming + " tools prompt", name: "prompt-from", arg: "FILE",
		words: "FILE is the template that system prompts were made from"},
	{group: groupPrompts, in: becoming, name: "prompt-to", arg: "FILE",
		words: "write system prompts from the template in FILE"},
	{group: groupPrompts, in: "prompt", name: "tools", arg: "FILE", common: true,
		words: "the tools: a FILE with a JSON array or JSON lines of definitions; - is standard input"},
	{group: groupPrompts, in: "prompt", name: "template", arg: "FILE", common: true,
		words: "the template FILE to fill in; without it, toolspeak's own words"},
	{group: groupPrompts, in: becoming + " prompt", name: "tool-list", was: "catalog", arg: "FORM", values: formNames,
		words: "write tool lists in FORM: {values}"},

	{group: groupRuns, in: "convert", name: "workers", short: "j", kind: number, arg: "N", shown: "all cores", free: true,
		words: "convert on N cores; the result is the same for any number"},
	{group: groupRuns, in: counting, name: "workers", short: "j", kind: number, arg: "N", shown: "all cores",
		words: "read on N cores; what is printed is the same for any number"},
	{group: groupRuns, in: "convert", name: "resume", kind: toggle, common: true, free: true,
		words: "continue a run of the same flags and files that was killed, interrupted or ran out of space"},
	{group: groupRuns, in: "convert", name: "split-size", arg: "SIZE",
		words: "cut the output into files NAME-00001… of at most SIZE bytes each, before compression"},
	{group: groupRuns, in: "convert", name: "shards", kind: number, arg: "N", shown: "1",
		words: "cut the output into N files NAME-00001… of about even size"},
	{group: groupRuns, in: "convert", name: "shard", arg: "I/N",
		words: "take part I/N of the inputs; the results of all N parts in order are the whole"},

	{group: groupScreen, in: "check", name: "format", arg: "FORMAT", preset: "text", common: true, values: checkFormatNames,
		words: "text for people, jsonl with a line for each diagnostic, or sarif"},
	{group: groupScreen, in: "inspect", name: "format", arg: "FORMAT", preset: "text", common: true, values: fixed("text", "json", "jsonl"),
		words: "tables for people, json with everything, or jsonl with the same on one line"},
	{group: groupScreen, in: "tools", name: "format", arg: "FORMAT", preset: "jsonl", common: true, values: fixed("text", "jsonl"),
		words: "jsonl with a line for each definition, or text for people with a line for each tool"},
	{group: groupScreen, in: "view", name: "port", kind: number, arg: "N", shown: "any that is free", common: true,
		words: "serve the page at port N"},
	{group: groupScreen, in: "view", name: "no-open", kind: toggle, common: true,
		words: "print the address and do not open a browser"},
	{group: groupScreen, in: "view", name: "playground", kind: toggle, common: true,
		words: "serve a page that converts what you type or drop on it"},
	{group: groupScreen, in: "show", name: "full", kind: toggle, common: true,
		words: "print long results, arguments and prompts in full"},
	{group: groupScreen, in: "inspect show masks", name: "width", kind: number, arg: "N", shown: "that of the terminal",
		words: "print lines of at most N columns"},
	{group: groupScreen, in: "show masks", name: "no-pager", kind: toggle,
		words: "print everything at once, also on a terminal"},
	{group: groupScreen, in: "detect", name: "format", arg: "FORMAT", preset: "text", common: true, values: fixed("text", "jsonl"),
		words: "text for people, or jsonl with an object for each record"},
	{group: groupScreen, in: "diff", name: "format", arg: "FORMAT", preset: "text", common: true, values: fixed("text", "jsonl"),
		words: "text for people, or jsonl with a line for each difference"},
	{group: groupScreen, in: "convert filter diff " + counting, name: "report", arg: "FILE", common: true, free: true,
		words: "write the counts to FILE as a JSON object; - is standard output, which then gets nothing else"},
	{group: groupScreen, in: "convert", name: "diagnostics", arg: "FILE",
		words: "write all diagnostics to FILE as JSONL"},
	{group: groupScreen, in: "convert diff " + counting, name: "progress", arg: "HOW", preset: "auto", free: true, values: fixed("auto", "plain", "none"),
		words: "how to show progress: auto is a bar on a terminal, plain a line every 30 seconds, none nothing"},
	{group: groupScreen, in: "diff", name: "quiet", short: "q", kind: toggle, common: true,
		words: "print nothing; the exit code says whether they differ"},
	{group: groupScreen, in: printing + " check detect tools " + looking, name: "debug", kind: toggle, free: true,
		words: "say of a record on which toolspeak failed where in its code that was"},
	{group: groupScreen, in: printing, name: "verbose", kind: toggle, free: true,
		words: "list the first twenty repairs, losses and rejects one by one, and show an example of each code, notes too"},
	{group: groupScreen, in: printing + " check tools", name: "color", arg: "WHEN", preset: "auto", free: true, values: fixed("auto", "always", "never"),
		words: "colour by severity: {values}; auto colours on a terminal, unless NO_COLOR is set"},
	{group: groupScreen, in: "inspect show masks", name: "color", arg: "WHEN", preset: "auto", values: fixed("auto", "always", "never"),
		words: "print in colour: {values}; auto colours on a terminal, unless NO_COLOR is set"},
	{group: groupScreen, in: "check tools inspect detect", name: "quiet", short: "q", kind: toggle, free: true,
		words: "print only what was asked for: no counts on standard error, no bar"},
	{group: groupScreen, in: "merge prompt", name: "quiet", short: "q", kind: toggle,
		words: "print only errors: no counts, no warnings"},
	{group: groupScreen, in: printing, name: "quiet", short: "q", kind: toggle, common: true, free: true,
		words: "print only errors: no bar, no summary"},
}

// sourceNames are the values of --from.
func sourceNames() []string { return append([]string{convert.Auto}, readNames()...) }

// targetNames are the values of --to: what is read, but for shapes that are not written.
func targetNames() []string {
	return slices.DeleteFunc(readNames(), func(name string) bool { return layouts.IsShape(name) && layouts.TargetOf(name) == nil })
}

// readNames are styles, shapes of native tool calls, and formats of models.
func readNames() []string {
	names := styleNames()
	for _, shape := range layouts.ShapeNames() {
		if !slices.Contains(names, shape) {
			names = append(names, shape)
		}
	}
	return append(names, layouts.FormatNames()...)
}
