//! Reading and evaluating in one pass, by recursive descent.

use super::{ExpressionError, Value};
use crate::nimber::{NimField, Nimber, NimberError, big, fermat, solve_quadratic};
use crate::watch::{Progress, Watch};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Pow, Signed, ToPrimitive, Zero};
use std::collections::BTreeSet;

/// The most roots that are listed.
const LISTED: u32 = 1000;
/// Ordinary powers in exponents may have at most this many bits.
const EXPONENT_BITS: u64 = 1 << 20;
/// Parentheses and functions may be nested so deep.
const DEPTH: usize = 200;

/// A text and how far it has been read.
pub struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    watch: &'a mut dyn Watch,
}

type Result<T, E = ExpressionError> = std::result::Result<T, E>;

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, watch: &'a mut dyn Watch) -> Self {
        Parser { text, at: 0, depth: 0, watch }
    }

    /// The value of the whole text.
    pub fn whole(mut self) -> Result<Value> {
        let value = self.conjunction()?;
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.unexpected("an operator (+ - * / ^ &) or the end")),
        }
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    fn unexpected(&mut self, expected: &'static str) -> ExpressionError {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("'{}'", c.escape_debug()));
        ExpressionError::Syntax { column: self.column(), expected, found }
    }

    fn expect(&mut self, c: char, expected: &'static str) -> Result<()> {
        if self.eat(c) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Binary digits that all sums have: `&` binds less than `+`.
    fn conjunction(&mut self) -> Result<Value> {
        let column = self.start();
        let mut value = self.sum()?;
        while self.eat('&') {
            let right = self.start();
            let other = nimber(self.sum()?, right)?;
            value = Value::Nimber(Nimber::from(nimber(value, column)?.as_biguint() & other.as_biguint()));
        }
        Ok(value)
    }

    fn sum(&mut self) -> Result<Value> {
        let column = self.start();
        let mut value = self.term()?;
        while self.eat('+') || self.eat('-') {
            let right = self.start();
            let other = nimber(self.term()?, right)?;
            value = Value::Nimber(nimber(value, column)? + other);
        }
        Ok(value)
    }

    fn term(&mut self) -> Result<Value> {
        let column = self.start();
        let mut value = self.factor()?;
        loop {
            self.watch.at(Progress::open("operations", 0))?;
            let product = self.eat('*');
            if !product && !self.eat('/') {
                return Ok(value);
            }
            if product && self.text[self.at..].starts_with('*') {
                // In other languages the power, here perhaps the product with *4: nobody should have to guess.
                return Err(self.unexpected("'^' for a power, as in 2^4, or a blank in a product, as in 2 * *4"));
            }
            let right = self.start();
            let other = nimber(self.factor()?, right)?;
            let left = nimber(value, column)?;
            value = Value::Nimber(if product {
                left * other
            } else {
                let error = NimberError::DivisionByZero;
                left.checked_div(&other).ok_or(ExpressionError::Nimber { column: right, error })?
            });
        }
    }

    fn factor(&mut self) -> Result<Value> {
        while self.eat('-') {} // every nimber is its own negative
        let column = self.start();
        let base = self.atom()?;
        if !self.eat('^') {
            return Ok(base);
        }
        let at = self.start();
        let exponent = self.exponent()?;
        let base = nimber(base, column)?;
        let base = if exponent.is_negative() {
            base.inverse().ok_or(ExpressionError::Nimber { column: at, error: NimberError::DivisionByZero })?
        } else {
            base
        };
        Ok(Value::Nimber(base.power_watched(exponent.magnitude(), self.watch)?))
    }

    /// Where the next thing starts.
    fn start(&mut self) -> usize {
        self.peek();
        self.column()
    }

    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEPTH {
            let what = format!("nested deeper than {DEPTH} levels");
            return Err(ExpressionError::TooLarge { column: self.column(), what });
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    fn atom(&mut self) -> Result<Value> {
        match self.peek() {
            Some('(') => {
                self.eat('(');
                let value = self.deeper(Self::conjunction)?;
                self.expect(')', "')'")?;
                Ok(value)
            }
            Some('*') => {
                self.eat('*');
                self.number().map(|n| Value::Nimber(n.into()))
            }
            Some(c) if c.is_ascii_digit() => self.number().map(|n| Value::Nimber(n.into())),
            Some(c) if c.is_alphabetic() => self.deeper(Self::function),
            _ => Err(self.unexpected("a number, a function or '('")),
        }
    }

    fn number(&mut self) -> Result<BigUint> {
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.unexpected("a number"));
        }
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'_').count();
        let column = self.column();
        let number = big::parse(&rest[..length]);
        self.at += length;
        number.map_err(|error| ExpressionError::Nimber { column, error })
    }

    fn function(&mut self) -> Result<Value> {
        let column = self.start();
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = rest[..length].to_ascii_lowercase();
        let known =
            ["sqrt", "inv", "root", "roots", "log", "order", "degree", "trace", "minpoly", "solve", "quadratic", "mex"];
        if !known.contains(&name.as_str()) {
            return Err(ExpressionError::UnknownFunction { column, name });
        }
        self.at += length;
        self.expect('(', "'(' after the name of a function")?;
        if name == "mex" {
            return self.mex();
        }
        let x_column = self.start();
        let x = self.argument()?;
        let value = match name.as_str() {
            "root" | "roots" => {
                self.expect(',', "',' and then which root, an integer")?;
                let at = self.start();
                let n = self.exponent_sum()?;
                let n = n.to_biguint().filter(|n| !n.is_zero());
                let n = n.ok_or(ExpressionError::Nimber { column: at, error: NimberError::ZerothRoot })?;
                roots(&x, &n, name == "roots", self.watch).map_err(|error| ExpressionError::at(column, error))?
            }
            "log" => {
                self.expect(',', "',' and then the base")?;
                let base = self.argument()?;
                match x.log_watched(&base, self.watch).map_err(|error| ExpressionError::at(column, error))? {
                    Some(exponent) => Value::Integer(exponent.into()),
                    None => Value::Nothing(format!("{x} is not a power of {base}")),
                }
            }
            "quadratic" => {
                self.expect(',', "',' and then the other coefficients")?;
                let b = self.argument()?;
                self.expect(',', "',' and then the last coefficient")?;
                let c = self.argument()?;
                match solve_quadratic(x, b, c) {
                    None => Value::Nothing("every nimber is a solution".to_owned()),
                    Some(roots) if roots.is_empty() => Value::Nothing("no nimber is a solution".to_owned()),
                    Some(roots) => Value::Nimbers(roots),
                }
            }
            "sqrt" => Value::Nimber(x.sqrt()),
            "inv" => {
                let error = NimberError::DivisionByZero;
                Value::Nimber(x.inverse().ok_or(ExpressionError::Nimber { column: x_column, error })?)
            }
            "order" => {
                let order = x.order_watched(self.watch).map_err(|error| ExpressionError::at(column, error))?;
                Value::Integer(order.into())
            }
            "degree" => Value::Integer(x.degree().into()),
            "trace" => Value::Integer(u8::from(x.trace()).into()),
            "minpoly" if x.degree() > 4096 => {
                let what = format!("minimal polynomials up to degree 4096 are accepted, this one has {}", x.degree());
                return Err(ExpressionError::TooLarge { column, what });
            }
            "minpoly" => Value::Polynomial(x.minimal_polynomial_watched(self.watch)?),
            _ => {
                let even = x.solve_x2_plus_x().expect("always solvable among all nimbers");
                let odd = &even + &Nimber::from(1u8);
                Value::Nimbers(vec![even, odd])
            }
        };
        self.expect(')', "')' (or ',' if the function takes more)")?;
        Ok(value)
    }

    fn argument(&mut self) -> Result<Nimber> {
        let column = self.start();
        let value = self.conjunction()?;
        nimber(value, column)
    }

    /// The least nimber that is not among the arguments, of which there may be none.
    fn mex(&mut self) -> Result<Value> {
        let mut seen = BTreeSet::new();
        if !self.eat(')') {
            loop {
                seen.insert(self.argument()?);
                if !self.eat(',') {
                    break;
                }
            }
            self.expect(')', "',' and another number, or ')'")?;
        }
        let mex = (0u64..).zip(&seen).take_while(|(k, value)| *value.as_biguint() == BigUint::from(*k)).count();
        Ok(Value::Nimber(Nimber::from(mex as u64)))
    }

    /// What may follow `^`: a number, a function with an integer value, or ordinary arithmetic in parentheses; a tower
    /// of exponents groups from the right.
    fn exponent(&mut self) -> Result<BigInt> {
        if self.eat('-') {
            return self.deeper(Self::exponent).map(|e| -e);
        }
        let column = self.start();
        let base = match self.peek() {
            Some('(') => {
                self.eat('(');
                let value = self.deeper(Self::exponent_sum)?;
                self.expect(')', "')'")?;
                value
            }
            Some(c) if c.is_ascii_digit() => self.number()?.into(),
            Some(c) if c.is_alphabetic() => match self.deeper(Self::function)? {
                Value::Integer(integer) => integer,
                other => return Err(wrong(&other, column, "exponents are ordinary integers")),
            },
            _ => return Err(self.unexpected("an integer exponent")),
        };
        if !self.eat('^') {
            return Ok(base);
        }
        let exponent = self.deeper(Self::exponent)?;
        let bits = exponent.to_u32().filter(|&e| u64::from(e) * base.bits() <= EXPONENT_BITS);
        let what = || format!("an exponent passes 2^{EXPONENT_BITS} or is not a whole number");
        Ok(base.pow(bits.ok_or_else(|| ExpressionError::TooLarge { column, what: what() })?))
    }

    fn exponent_sum(&mut self) -> Result<BigInt> {
        let mut sum = self.exponent_product()?;
        loop {
            if self.eat('+') {
                sum += self.exponent_product()?;
            } else if self.eat('-') {
                sum -= self.exponent_product()?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn exponent_product(&mut self) -> Result<BigInt> {
        let mut product = self.exponent()?;
        while self.eat('*') {
            product *= self.exponent()?;
        }
        Ok(product)
    }
}

fn roots(x: &Nimber, n: &BigUint, all: bool, watch: &mut dyn Watch) -> Result<Value, NimberError> {
    // The smallest field with as many n-th roots as the largest whose group order can be factored.
    let largest = x.degree().max(fermat::LARGEST_BITS);
    let roots_of_unity = |bits| n.gcd(&fermat::group_order(bits));
    let mut bits = x.degree();
    while all && roots_of_unity(bits) < roots_of_unity(largest) {
        bits *= 2;
    }
    let Some(roots) = x.nth_roots_watched(n, bits, watch)? else {
        return Ok(Value::Nothing(format!("no finite nimber to the power {n} is {x}")));
    };
    if !all {
        return Ok(Value::Nimber(roots.root));
    }
    if roots.count > BigUint::from(LISTED) {
        return Ok(Value::Nothing(format!("{} roots are too many to list; root({x}, {n}) gives one", roots.count)));
    }
    let mut list: Vec<Nimber> = roots.iter().collect();
    list.sort_unstable();
    Ok(Value::Nimbers(list))
}

fn nimber(value: Value, column: usize) -> Result<Nimber> {
    match value {
        Value::Nimber(nimber) => Ok(nimber),
        other => Err(wrong(&other, column, "only nimbers can be added, multiplied or passed on")),
    }
}

fn wrong(value: &Value, column: usize, accepted: &'static str) -> ExpressionError {
    let what = match value {
        Value::Nimber(_) => "a nimber",
        Value::Integer(integer) if integer.sign() == Sign::Minus => "a negative integer",
        Value::Integer(_) => "an ordinary integer",
        Value::Polynomial(_) => "a polynomial",
        Value::Nimbers(_) => "a list of nimbers",
        Value::Nothing(_) => "something that does not exist",
    };
    ExpressionError::WrongKind { column, what, accepted }
}
