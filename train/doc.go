// Package train says which characters of a transcript a trainer is to train.
//
// The words of the model are trained, with the markers and tags around it; the system
// prompt, the user's words, the results of tools and the role words of a plain
// transcript never are. A result that the model wrote itself, in a message of its own,
// is not trained either: a model that learns to write results stops calling tools.
//
// A [Policy] chooses among the turns of the model. A turn is what the model says between
// two inputs, in one message or in several. A step whose record says that it is not to be
// trained ("train": false, "weight": 0 and their like) is not, whatever the policy says.
//
//   - [Write] writes a transcript in a style, with what is trained of it as spans;
//   - [Written.Segments] cuts such a text into the segments that axolotl's input_output
//     takes, and [Written.Rows] into a prompt and a completion for each trained turn;
//   - [Detail] says in the words of axolotl's train_detail what of one text is trained;
//   - [Policy.Steps] says which steps are trained, for shapes whose calls are fields.
//
// Spans are recorded by the writer of a style while it writes. Nothing is searched for in
// a text, and so a marker inside an argument or a result can't be mistaken for the model's.
//
// Package dataset does all of this for files: see dataset.Options.Train.
package train
