package cli

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/train"
)

// conversionOptions reads the flags that say how records are converted. All commands
// that convert have them.
func (std streams) conversionOptions(c *invocation) (dataset.Options, error) {
	layout, err := layoutOf(c)
	if err != nil {
		return dataset.Options{}, err
	}
	if c.String("to") == "" && c.String("for") == "" && c.String("template") == "" {
		return dataset.Options{}, &usageError{"--to STYLE is missing", "known styles: " + strings.Join(targetNames(), ", ")}
	}
	own, err := styleFiles(c)
	if err != nil {
		return dataset.Options{}, err
	}
	if c.IsSet("max-chars") && c.Int("max-chars") < 1 {
		return dataset.Options{}, usagef("--max-chars %d: expected 1 or more", c.Int("max-chars"))
	}
	opts := dataset.Options{
		Layout: layout, Fields: c.StringSlice("field"),
		KeepOriginal: c.Bool("keep-original"), Carry: dataset.Carry(c.String("carry")), WholeLogs: c.String("split-runs") == "none", SplitAt: c.String("split-at"), AllBranches: c.String("branches") == "all", AllRequests: c.String("requests") == "all", For: c.String("for"),
		Train: train.Policy(c.String("train")), Only: dataset.ParseConditions(c.String("only")), MaxChars: c.Int("max-chars"),
		Options: convert.Options{
			From: c.String("from"), To: c.String("to"), SkipVerify: c.Bool("no-verify"), Styles: own, Debug: c.Bool("debug"),
		},
	}
	fillRepairs(c, &opts.Options)
	if err := fillTokens(c, &opts); err != nil {
		return dataset.Options{}, err
	}
	if err := std.fillTemplate(c, &opts); err != nil {
		return dataset.Options{}, err
	}
	return opts, std.fillWriting(c, &opts)
}

// fillWriting puts the flags that say how records are written into the options.
func (std streams) fillWriting(c *invocation, o *dataset.Options) (err error) {
	outLayout := layouts.Layout(c.String("out-layout"))
	if outLayout == layouts.Layout(layouts.Auto.String()) {
		outLayout = layouts.Auto
	}
	if outLayout != layouts.Auto && !slices.Contains(layouts.Targets(), string(outLayout)) {
		return explain(&layouts.Error{Name: string(outLayout), Out: true})
	}
	o.OutLayout = dataset.Layout(outLayout)
	o.Residue = convert.Residue(c.String("residue"))
	o.Observations, o.AssumeOutcome = convert.Observations(c.String("observations")), convert.AssumeOutcome(c.String("assume-outcome"))
	o.Thoughts, o.Parallel, o.Arguments = convert.Thoughts(c.String("thoughts")), convert.Parallel(c.String("parallel")), convert.Arguments(c.String("arguments"))
	o.Strict, o.StopText, o.ReadBack = c.strict(), c.String("stop-text"), convert.ReadBack(c.String("read-back"))
	o.Prompts, err = std.promptOptions(c)
	return err
}

// layoutOf returns what the flag --layout names.
func layoutOf(c *invocation) (dataset.Layout, error) {
	layout, err := layouts.Parse(c.String("layout"))
	return dataset.Layout(layout), explain(err)
}

// readingOptions reads the flags that say how records are read. All commands that show
// records have them. The target does not matter to reading, but an engine has one.
func readingOptions(c *invocation) (dataset.Options, error) {
	layout, err := layoutOf(c)
	if err != nil {
		return dataset.Options{}, err
	}
	own, err := styleFiles(c)
	if err != nil {
		return dataset.Options{}, err
	}
	opts := dataset.Options{
		Layout: layout, Fields: c.StringSlice("field"), WholeLogs: c.String("split-runs") == "none", SplitAt: c.String("split-at"), AllBranches: c.String("branches") == "all", AllRequests: c.String("requests") == "all",
		Options: convert.Options{From: c.String("from"), To: dataset.LayoutNeutral.String(), Styles: own, StopText: c.String("stop-text"), Debug: c.Bool("debug")},
	}
	fillRepairs(c, &opts.Options)
	return opts, nil
}

// readingEngine returns an engine for the flags of commands that only read, and its
// options.
func readingEngine(c *invocation) (*dataset.Engine, dataset.Options, error) {
	opts, err := readingOptions(c)
	if err != nil {
		return nil, opts, err
	}
	engine, err := dataset.New(opts)
	return engine, opts, explain(err)
}

// fillRepairs puts the flags that say which repairs are made into the options.
func fillRepairs(c *invocation, o *convert.Options) {
	o.Repair, o.Invented = convert.Repair(c.String("repair")), convert.Invented(c.String("invented"))
	o.Plain = convert.Unmarked(c.String("plain"))
	o.XMLEntities = convert.XMLEntities(c.String("xml-entities"))
}

// promptOptions reads the flags that say what becomes of system prompts.
func (std streams) promptOptions(c *invocation) (opts prompts.Options, err error) {
	if opts.Mode, err = prompts.ParseMode(c.String("prompt")); err != nil {
		return opts, usagef("--prompt: %s", err)
	}
	if name := c.String("tool-list"); c.IsSet("tool-list") {
		if opts.Form, err = prompts.ParseForm(name); err != nil {
			return opts, badValue("tool-list", name, formNames())
		}
	}
	if opts.From, err = std.template(c.String("prompt-from")); err != nil {
		return opts, err
	}
	opts.To, err = std.template(c.String("prompt-to"))
	return opts, err
}
