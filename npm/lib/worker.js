// What openWorker starts in a page.
import { serveHere } from "./web.js";

serveHere();
