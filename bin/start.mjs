#!/usr/bin/env node
import { runProgram } from "./run-program.mjs";

runProgram("dist/server.js", process.argv.slice(2));
